package import Bytes
internal import Contract
package import OSSAuthClient

/// A part of a long list: requested by bucket, returned in the order of the list.
package struct PresignWindow: Sendable {
    /// The number of locations, which limits memory and the time that the daemon works for one client.
    package static let size = 1_000

    /// Locations of one bucket, and of one media type if it matters, within the limit of keys.
    private struct Request: Sendable {
        /// The places of the locations in the list.
        var places: [Int]
        var answer: SignedAnswer?
        /// Whether its only location could not be signed.
        var isLeftOut = false
    }

    private let locations: [ListedLocation]
    private var requests: [Request] = []

    /// `byType`: the locations of one request have the same media type.
    package init(_ locations: [ListedLocation], byType: Bool = false) {
        self.locations = locations
        var open: [[String]: Int] = [:]
        for (place, listed) in locations.enumerated() {
            guard let bucket = listed.location.bucket, let key = listed.location.key else {
                requests.append(Request(places: [place]))
                continue
            }
            let group = byType ? [bucket, MediaType.type(ofKey: key)] : [bucket]
            if let index = open[group], requests[index].places.count < PresignLimit.keys {
                requests[index].places.append(place)
            } else {
                open[group] = requests.count
                requests.append(Request(places: [place]))
            }
        }
    }

    /// The number of requests.
    package var requestCount: Int { requests.count }

    package func request(_ index: Int, _ terms: PresignTerms) -> DaemonRequest {
        terms.request(for: locations(of: index))
    }

    private func locations(of index: Int) -> [ObjectLocation] {
        requests[index].places.map { locations[$0].location }
    }

    package var count: Int { locations.count }
    package var isComplete: Bool { requests.allSatisfy { $0.answer != nil || $0.isLeftOut } }

    /// Stores the answer to a request, and returns it.
    package mutating func take(_ body: Span<UInt8>, to index: Int) throws(DaemonError) -> SignedAnswer {
        let answer = try SignedAnswer(body, count: requests[index].places.count)
        requests[index].answer = answer
        return answer
    }

    /// Divides a refused request, because only some of its locations may be the reason; returns the requests to send
    /// instead, none if it had only one location, which is left out then.
    package mutating func divide(_ index: Int) -> [Int] {
        let places = requests[index].places
        let half = places.count / 2
        guard half > 0 else {
            requests[index].isLeftOut = true
            return []
        }
        requests[index].places = Array(places[..<half])
        requests.append(Request(places: Array(places[half...])))
        return [index, requests.count - 1]
    }

    /// The line of the only location of a request.
    package func line(of index: Int) -> Int? { locations[requests[index].places[0]].line }

    /// The failure of a request, with the locations that it is about.
    package func failure(
        _ code: Int, _ body: Span<UInt8>, to index: Int, _ terms: PresignTerms
    ) -> Failure {
        Failure(code, body, to: request(index, terms)).naming(locations(of: index))
    }

    /// The note on its keys.
    package var note: String? { SignedPage.note(on: locations.map(\.location)) }

    /// Writes a row for each location that was not left out, once all answers have arrived.
    package func write(as rows: SignedRows, into output: inout ByteBuffer) {
        var origins = [(request: Int, index: Int)](repeating: (0, 0), count: locations.count)
        for (request, places) in requests.map(\.places).enumerated() {
            for (index, place) in places.enumerated() { origins[place] = (request, index) }
        }
        for (listed, origin) in zip(locations, origins) {
            guard let answer = requests[origin.request].answer else { continue }
            rows.write(listed.location, answer.urls[origin.index], of: answer, into: &output)
        }
    }
}
