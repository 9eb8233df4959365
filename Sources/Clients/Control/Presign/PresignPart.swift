internal import Contract
internal import OSSAuthClient

/// A part of a long list: neighbours that one request can name.
struct PresignPart: Sendable {
    /// They are in one bucket.
    private(set) var locations: ArraySlice<ObjectLocation>
    /// The number of the first in the whole list.
    var start = 0

    var count: Int { locations.count }
    var first: ObjectLocation { locations[locations.startIndex] }

    /// Adds the next location of the list, unless that needs a request of its own.
    ///
    /// `byType`: locations of one request have the same media type.
    mutating func add(_ location: ObjectLocation, byType: Bool = false) -> Bool {
        guard count < PresignLimit.keys, let bucket = location.bucket, let key = location.key,
            let firstKey = first.key, first.bucket == bucket,
            !byType || MediaType.type(ofKey: key) == MediaType.type(ofKey: firstKey)
        else { return false }
        locations.append(location)
        return true
    }

    func request(_ terms: PresignTerms) -> DaemonRequest { terms.request(for: Array(locations)) }

    /// The halves of a part that was refused, because only some of its locations may be the reason.
    var halves: [PresignPart]? {
        guard count > 1 else { return nil }
        let middle = locations.startIndex + count / 2
        return [
            PresignPart(locations: locations[..<middle], start: start),
            PresignPart(locations: locations[middle...], start: start + count / 2),
        ]
    }
}
