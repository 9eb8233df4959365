internal import CommandLine

extension Failure {
    /// The same with the OSS-URL that it is about, or with the bucket where it does not say which of several.
    ///
    /// The daemon counts the keys of a request, which nobody wrote.
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
