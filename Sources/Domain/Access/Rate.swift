internal import Time

/// How many requests in which time.
package struct Rate: Equatable, Sendable {
    package var count: Int
    package var interval: Duration

    package init(count: Int, per interval: Duration) {
        self.count = count
        self.interval = interval
    }
}

extension Rate: CustomStringConvertible {
    /// As the configuration has it: `100/s`, `600/10min`.
    package var description: String {
        let span = TimeSpan.text(of: interval)
        let isOne = span.first == "1" && span.dropFirst().allSatisfy(\.isLetter)
        return "\(count)/\(isOne ? span.dropFirst() : span[...])"
    }
}
