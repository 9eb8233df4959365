package import Time

/// What somebody may still use of a rate, which all who act for him hold on to.
///
/// He may have a burst at once, and then as it grows back. What comes in one piece is not cut: it may go below
/// nothing, and the wait for the next is as much longer.
package final class Allowance {
    private var terms: Terms
    /// When all that was used will have grown back.
    private var fullAt = Instant(nanosecondsSinceBoot: 0)
    /// When there is something again.
    private var nextAt = Instant(nanosecondsSinceBoot: 0)

    /// The burst is the rate itself unless another is given.
    package init(_ rate: Rate, burst: Int? = nil) {
        terms = Terms(rate, burst)
    }

    /// Another rate holds from now on; what was used stays used.
    func set(_ rate: Rate, burst: Int?) {
        terms = Terms(rate, burst)
        findNext()
    }

    /// How long until there is something again.
    package func wait(at now: Instant) -> Duration {
        nextAt <= now ? .zero : nextAt - now
    }

    package func take(_ uses: Int, at now: Instant) {
        fullAt = max(fullAt, now).advanced(byNanoseconds: terms.nanoseconds(for: uses))
        findNext()
    }

    /// Who has all that he may have is as good as unknown.
    package func isFull(at now: Instant) -> Bool { fullAt <= now }

    private func findNext() {
        nextAt = fullAt.advanced(byNanoseconds: -terms.nanoseconds(for: terms.burst - 1))
    }
}

/// The rate, and how much of it may come at once.
private struct Terms {
    let rate: Rate
    let burst: Int
    /// Of the rate, in nanoseconds, since dividing what is as wide as `Duration` takes as long as asking a rule.
    private let interval: Int64

    init(_ rate: Rate, _ burst: Int?) {
        self.rate = rate
        self.burst = burst ?? rate.count
        interval = rate.interval.nanoseconds
    }

    /// In which time so much grows back.
    func nanoseconds(for uses: Int) -> Int64 {
        let (product, overflow) = interval.multipliedReportingOverflow(by: Int64(uses))
        return overflow ? (rate.interval * uses / rate.count).nanoseconds : product / Int64(rate.count)
    }
}
