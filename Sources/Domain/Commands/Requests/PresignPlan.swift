internal import Contract

/// Which requests presign a list of locations: one for each bucket, with as many keys as the daemon takes.
package struct PresignPlan: Equatable, Sendable {
    package struct Batch: Equatable, Sendable {
        package var locations: [ObjectLocation]
        /// Where in the list each of the locations stands.
        package var places: [Int]
    }

    package private(set) var batches: [Batch] = []

    package init(_ locations: [ObjectLocation]) {
        var open: [String: Int] = [:]
        for (place, location) in locations.enumerated() {
            guard let bucket = location.bucket, location.key != nil else {
                batches.append(Batch(locations: [location], places: [place]))
                continue
            }
            if let index = open[bucket], batches[index].locations.count < PresignLimit.keys {
                batches[index].locations.append(location)
                batches[index].places.append(place)
            } else {
                open[bucket] = batches.count
                batches.append(Batch(locations: [location], places: [place]))
            }
        }
    }
}
