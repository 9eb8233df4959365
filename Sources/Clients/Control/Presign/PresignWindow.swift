package import Bytes
internal import Contract
package import OSSAuthClient

/// A part of a long list: requested by bucket, returned in the order of the list.
package struct PresignWindow: Sendable {
    /// The number of locations, which limits memory and the time that the daemon works for one client.
    package static let size = 1_000

    private let locations: [ListedLocation]
    private var plan: PresignPlan
    /// The answers in the order of the plan.
    private var answers: [SignedAnswer?]
    /// The requests whose location is left out.
    private var leftOut: Set<Int> = []

    /// `byType`: the locations of one request have the same media type.
    package init(_ locations: [ListedLocation], byType: Bool = false) {
        self.locations = locations
        plan = PresignPlan(locations.map(\.location), byType: byType)
        answers = Array(repeating: nil, count: plan.batches.count)
    }

    /// The number of requests.
    package var requestCount: Int { plan.batches.count }

    package func request(_ index: Int, _ terms: PresignTerms) -> DaemonRequest {
        terms.request(for: plan.batches[index].locations)
    }

    package var count: Int { locations.count }
    package var isComplete: Bool { answers.indices.allSatisfy { answers[$0] != nil || leftOut.contains($0) } }

    /// Stores the answer to a request, and returns it.
    package mutating func take(_ body: Span<UInt8>, to index: Int) throws(DaemonError) -> SignedAnswer {
        let answer = try SignedAnswer(body, count: plan.batches[index].locations.count)
        answers[index] = answer
        return answer
    }

    /// Divides a refused request, because only some of its locations may be the reason; returns the requests to send
    /// instead, none if it had only one location, which is left out then.
    package mutating func divide(_ index: Int) -> [Int] {
        guard plan.divide(index) else {
            leftOut.insert(index)
            return []
        }
        answers.append(nil)
        return [index, answers.count - 1]
    }

    /// The line of the only location of a request.
    package func line(of index: Int) -> Int? { locations[plan.batches[index].places[0]].line }

    /// The failure of a request, with the locations that it is about.
    package func failure(
        _ code: Int, _ body: Span<UInt8>, to index: Int, _ terms: PresignTerms
    ) -> Failure {
        Failure(code, body, to: request(index, terms)).naming(plan.batches[index].locations)
    }

    /// The note on its keys.
    package var note: String? { SignedPage.note(on: locations.map(\.location)) }

    /// Writes a row for each location that was not left out, once all answers have arrived.
    package func write(as rows: SignedRows, into output: inout ByteBuffer) {
        for (listed, from) in zip(locations, places) where !leftOut.contains(from.batch) {
            guard let answer = answers[from.batch] else {
                preconditionFailure("a window that is not complete")
            }
            rows.write(listed.location, answer.urls[from.index], of: answer, into: &output)
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

    /// Moves the second half of a request to a new one at the end; `false`: it has only one location.
    mutating func divide(_ index: Int) -> Bool {
        let whole = batches[index]
        let half = whole.places.count / 2
        guard half > 0 else { return false }
        batches[index] = Batch(
            locations: Array(whole.locations[..<half]), places: Array(whole.places[..<half]))
        batches.append(
            Batch(locations: Array(whole.locations[half...]), places: Array(whole.places[half...])))
        return true
    }
}
