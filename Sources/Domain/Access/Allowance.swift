package import Time

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

/// The part of a rate that a user has left, shared by all connections of the user.
///
/// A burst is available at once and grows back at the rate. A request for many signatures is never split: it may overdraw,
/// and the wait for the next one is longer by that.
package final class Allowance {
    private var terms: Terms
    /// The time when everything has grown back.
    private var fullAt = Instant(nanosecondsSinceBoot: 0)
    /// The time when the next use is possible.
    private var nextAt = Instant(nanosecondsSinceBoot: 0)

    /// The burst defaults to the count of the rate.
    package init(_ rate: Rate, burst: Int? = nil) {
        terms = Terms(rate, burst)
    }

    /// Changes the rate but keeps the uses.
    func set(_ rate: Rate, burst: Int?) {
        terms = Terms(rate, burst)
        findNext()
    }

    /// The time until the next use is possible.
    package func wait(at now: Instant) -> Duration {
        nextAt <= now ? .zero : nextAt - now
    }

    package func take(_ uses: Int, at now: Instant) {
        fullAt = max(fullAt, now).advanced(byNanoseconds: terms.nanoseconds(for: uses))
        findNext()
    }

    /// Whether nothing is used, so that a new allowance would be the same.
    package func isFull(at now: Instant) -> Bool { fullAt <= now }

    private func findNext() {
        nextAt = fullAt.advanced(byNanoseconds: -terms.nanoseconds(for: terms.burst - 1))
    }
}

/// A rate with its burst.
private struct Terms {
    let rate: Rate
    let burst: Int
    /// The interval of the rate in nanoseconds: a division of `Duration` costs as much as the check of a rule.
    private let interval: Int64

    init(_ rate: Rate, _ burst: Int?) {
        self.rate = rate
        self.burst = burst ?? rate.count
        interval = rate.interval.nanoseconds
    }

    /// The time in which so many uses grow back.
    func nanoseconds(for uses: Int) -> Int64 {
        let (product, overflow) = interval.multipliedReportingOverflow(by: Int64(uses))
        return overflow ? (rate.interval * uses / rate.count).nanoseconds : product / Int64(rate.count)
    }
}
