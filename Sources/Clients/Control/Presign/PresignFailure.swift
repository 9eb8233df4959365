internal import CommandLine

extension Failure {
    /// The same, with its place in a long list.
    package func among(_ places: ClosedRange<Int>) -> Failure {
        Failure(
            status,
            "\(sentence) (among the URLs \(Figures.grouped(places.lowerBound)) to "
                + "\(Figures.grouped(places.upperBound)) of the list)")
    }

    /// The same, behind the printed part of a long list.
    package func after(_ count: Int) -> Failure {
        Failure(status, "\(sentence) (printed so far: \(Figures.grouped(count)) of the list)")
    }

    /// The same with the OSS-URL that it is about, or with the bucket where several share it.
    ///
    /// The daemon names the index of a key in the request, which the user did not write.
    func naming(_ locations: [ObjectLocation]) -> Failure {
        guard locations.count > 1 else {
            return Failure(status, "\(locations[0].text.shortened(to: 80)): \(sentence)")
        }
        for (index, location) in locations.enumerated() where sentence.holds("keys[\(index)]") {
            return Failure(
                status, sentence.exchanging("keys[\(index)]", for: location.text.shortened(to: 80)))
        }
        return Failure(status, "oss://\(locations[0].bucket ?? ""): \(sentence)")
    }
}
