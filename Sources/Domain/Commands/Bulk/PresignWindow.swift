package import Bytes

/// Some locations out of a long list: asked for bucket by bucket, given back in the order of the list.
package struct PresignWindow: Sendable {
    /// So many are asked for at once: it bounds the memory, and the daemon is not kept from others for long.
    package static let size = 1_000

    private let locations: [ObjectLocation]
    private let plan: PresignPlan
    private var answers: [SignedAnswer] = []

    package init(_ locations: [ObjectLocation]) {
        self.locations = locations
        plan = PresignPlan(locations)
    }

    /// The requests, in the order in which their answers are taken.
    package func requests(_ terms: PresignTerms) -> [APIRequest] {
        plan.batches.map { .presign($0.locations, terms) }
    }

    package var count: Int { locations.count }
    package var isComplete: Bool { answers.count == plan.batches.count }

    /// Takes the answer to the next request, and gives it back for what it says besides.
    package mutating func take(_ body: Span<UInt8>) throws(AnswerError) -> SignedAnswer {
        let answer = try SignedAnswer(body, count: plan.batches[answers.count].locations.count)
        answers.append(answer)
        return answer
    }

    /// What the answer to the next request says that is no success, with the names of those whom it is about.
    package func failure(_ code: Int, _ body: Span<UInt8>, to terms: PresignTerms) -> Failure {
        let locations = plan.batches[answers.count].locations
        return Failure(code, body, to: .presign(locations, terms)).naming(locations)
    }

    /// Its answers are lost, and will come again.
    package mutating func forgetAnswers() {
        answers.removeAll()
    }

    /// Writes a row for each location, when all the answers are there.
    package func write(as rows: SignedRows, into output: inout ByteBuffer) {
        precondition(isComplete)
        if plan.batches.count == 1 {
            for (location, url) in zip(locations, answers[0].urls) {
                rows.write(location, url, of: answers[0], into: &output)
            }
        } else {
            writeSorted(as: rows, into: &output)
        }
    }

    private func writeSorted(as rows: SignedRows, into output: inout ByteBuffer) {
        var source = [(batch: Int, index: Int)](repeating: (0, 0), count: locations.count)
        for (batch, part) in plan.batches.enumerated() {
            for (index, place) in part.places.enumerated() { source[place] = (batch, index) }
        }
        for (location, from) in zip(locations, source) {
            let answer = answers[from.batch]
            rows.write(location, answer.urls[from.index], of: answer, into: &output)
        }
    }
}
