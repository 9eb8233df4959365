package import Bytes

/// Some locations out of a long list: asked for bucket by bucket, given back in the order of the list.
package struct PresignWindow: Sendable {
    /// So many are asked for at once: it bounds the memory, and the daemon is not kept from others for long.
    package static let size = 1_000

    private let locations: [ObjectLocation]
    private let plan: PresignPlan
    /// By request, in the order of the plan.
    private var answers: [SignedAnswer?]

    package init(_ locations: [ObjectLocation]) {
        self.locations = locations
        plan = PresignPlan(locations)
        answers = Array(repeating: nil, count: plan.batches.count)
    }

    /// How many requests it takes.
    package var requestCount: Int { plan.batches.count }

    package func request(_ index: Int, _ terms: PresignTerms) -> APIRequest {
        .presign(plan.batches[index].locations, terms)
    }

    package var count: Int { locations.count }
    package var isComplete: Bool { answers.allSatisfy { $0 != nil } }

    /// Takes the answer to a request, and gives it back for what it says besides.
    package mutating func take(_ body: Span<UInt8>, to index: Int) throws(AnswerError) -> SignedAnswer {
        let answer = try SignedAnswer(body, count: plan.batches[index].locations.count)
        answers[index] = answer
        return answer
    }

    /// What the answer to a request says that is no success, with the names of those whom it is about.
    package func failure(
        _ code: Int, _ body: Span<UInt8>, to index: Int, _ terms: PresignTerms
    ) -> Failure {
        Failure(code, body, to: request(index, terms)).naming(plan.batches[index].locations)
    }

    /// What holds for its keys.
    package var note: String? { SignedPage.note(on: locations) }

    /// Writes a row for each location, when all the answers are there.
    package func write(as rows: SignedRows, into output: inout ByteBuffer) {
        for (location, from) in zip(locations, places) {
            guard let answer = answers[from.batch] else {
                preconditionFailure("a window that is not complete")
            }
            rows.write(location, answer.urls[from.index], of: answer, into: &output)
        }
    }

    /// Where the URL of each location is.
    private var places: [(batch: Int, index: Int)] {
        var places = [(batch: Int, index: Int)](repeating: (0, 0), count: locations.count)
        for (batch, part) in plan.batches.enumerated() {
            for (index, place) in part.places.enumerated() { places[place] = (batch, index) }
        }
        return places
    }
}
