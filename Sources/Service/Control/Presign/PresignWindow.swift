package import Bytes
internal import Contract
package import OSSAuthClient

/// A part of a long list: requested by bucket, returned in the order of the list.
package struct PresignWindow: Sendable {
    /// The number of locations, which limits memory and the time that the daemon works for one client.
    package static let size = 1_000

    private let locations: [ObjectLocation]
    private let plan: PresignPlan
    /// The answers in the order of the plan.
    private var answers: [SignedAnswer?]

    /// `byType`: the locations of one request have the same media type.
    package init(_ locations: [ObjectLocation], byType: Bool = false) {
        self.locations = locations
        plan = PresignPlan(locations, byType: byType)
        answers = Array(repeating: nil, count: plan.batches.count)
    }

    /// The number of requests.
    package var requestCount: Int { plan.batches.count }

    package func request(_ index: Int, _ terms: PresignTerms) -> DaemonRequest {
        terms.request(for: plan.batches[index].locations)
    }

    package var count: Int { locations.count }
    package var isComplete: Bool { answers.allSatisfy { $0 != nil } }

    /// Stores the answer to a request, and returns it.
    package mutating func take(_ body: Span<UInt8>, to index: Int) throws(DaemonError) -> SignedAnswer {
        let answer = try SignedAnswer(body, count: plan.batches[index].locations.count)
        answers[index] = answer
        return answer
    }

    /// The failure of a request, with the locations that it is about.
    package func failure(
        _ code: Int, _ body: Span<UInt8>, to index: Int, _ terms: PresignTerms
    ) -> Failure {
        Failure(code, body, to: request(index, terms)).naming(plan.batches[index].locations)
    }

    /// The note on its keys.
    package var note: String? { SignedPage.note(on: locations) }

    /// Writes a row for each location, once all answers have arrived.
    package func write(as rows: SignedRows, into output: inout ByteBuffer) {
        for (location, from) in zip(locations, places) {
            guard let answer = answers[from.batch] else {
                preconditionFailure("a window that is not complete")
            }
            rows.write(location, answer.urls[from.index], of: answer, into: &output)
        }
    }

    /// The place of the URL of each location.
    private var places: [(batch: Int, index: Int)] {
        var places = [(batch: Int, index: Int)](repeating: (0, 0), count: locations.count)
        for (batch, part) in plan.batches.enumerated() {
            for (index, place) in part.places.enumerated() { places[place] = (batch, index) }
        }
        return places
    }
}

/// The requests for a list of locations: one for each bucket, and each type if it matters, within the limit of keys.
package struct PresignPlan: Equatable, Sendable {
    package struct Batch: Equatable, Sendable {
        package var locations: [ObjectLocation]
        /// The place of each location in the list.
        package var places: [Int]
    }

    package private(set) var batches: [Batch] = []

    package init(_ locations: [ObjectLocation], byType: Bool = false) {
        var open: [[String]: Int] = [:]
        for (place, location) in locations.enumerated() {
            guard let bucket = location.bucket, let key = location.key else {
                batches.append(Batch(locations: [location], places: [place]))
                continue
            }
            let group = byType ? [bucket, MediaType.type(ofKey: key)] : [bucket]
            if let index = open[group], batches[index].locations.count < PresignLimit.keys {
                batches[index].locations.append(location)
                batches[index].places.append(place)
            } else {
                open[group] = batches.count
                batches.append(Batch(locations: [location], places: [place]))
            }
        }
    }
}
