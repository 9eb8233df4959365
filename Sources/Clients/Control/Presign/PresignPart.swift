package import Bytes
internal import Contract
package import OSSAuthClient

/// A part of a long list: neighbours that one request can name.
package struct PresignPart: Sendable {
    /// They are in one bucket.
    private var locations: ArraySlice<ListedLocation>
    /// The number of the first in the whole list.
    package let start: Int

    package init(_ first: ListedLocation, start: Int = 0) {
        self.init([first], start: start)
    }

    private init(_ locations: ArraySlice<ListedLocation>, start: Int) {
        self.locations = locations
        self.start = start
    }

    package var count: Int { locations.count }
    private var objects: [ObjectLocation] { locations.map(\.location) }

    /// Adds the next location of the list, unless that needs a request of its own.
    ///
    /// `byType`: locations of one request have the same media type.
    package mutating func add(_ next: ListedLocation, byType: Bool = false) -> Bool {
        let (first, location) = (locations[locations.startIndex].location, next.location)
        guard count < PresignLimit.keys, let bucket = location.bucket, let key = location.key,
            let firstKey = first.key, first.bucket == bucket,
            !byType || MediaType.type(ofKey: key) == MediaType.type(ofKey: firstKey)
        else { return false }
        locations.append(next)
        return true
    }

    package func request(_ terms: PresignTerms) -> DaemonRequest {
        terms.request(for: objects)
    }

    /// The halves of a part that was refused, because only some of its locations may be the reason.
    package var halves: [PresignPart]? {
        guard count > 1 else { return nil }
        let middle = locations.startIndex + count / 2
        return [
            PresignPart(locations[..<middle], start: start),
            PresignPart(locations[middle...], start: start + count / 2),
        ]
    }

    /// The failure of its request, with the locations that it is about.
    package func failure(_ code: Int, _ body: Span<UInt8>, _ terms: PresignTerms) -> Failure {
        Failure(code, body, to: request(terms)).naming(objects)
    }

    /// The line of its first location.
    package var line: Int? { locations[locations.startIndex].line }

    /// The note on its keys.
    package var note: String? { SignedPage.note(on: objects) }

    /// Writes a row for each location.
    package func write(_ answer: SignedAnswer, as rows: SignedRows, into output: inout ByteBuffer) {
        for (listed, url) in zip(locations, answer.urls) {
            rows.write(listed.location, url, of: answer, into: &output)
        }
    }
}
