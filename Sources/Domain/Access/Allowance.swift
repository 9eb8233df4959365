package import Time

/// What somebody may still use of a rate, which all who act for him hold on to.
///
/// He may have a burst at once, and then as it grows back. What comes in one piece is not cut: it may go below
/// nothing, and the wait for the next is as much longer.
package final class Allowance {
    private var rate: Rate
    private var burst: Int
    // In nanoseconds, since dividing what is as wide as `Duration` takes as long as asking a rule.
    private var interval: Int64
    /// When all that was used will have grown back.
    private var fullAt = Instant(nanosecondsSinceBoot: 0)
    /// When there is something again.
    private var nextAt = Instant(nanosecondsSinceBoot: 0)

    /// The burst is the rate itself unless another is given.
    package init(_ rate: Rate, burst: Int? = nil) {
        self.rate = rate
        self.burst = burst ?? rate.count
        interval = rate.interval.nanoseconds
    }

    /// Another rate holds from now on; what was used stays used.
    func set(_ rate: Rate, burst: Int?) {
        self.rate = rate
        self.burst = burst ?? rate.count
        interval = rate.interval.nanoseconds
        nextAt = fullAt.advanced(byNanoseconds: -time(for: self.burst - 1))
    }

    /// How long until there is something again.
    package func wait(at now: Instant) -> Duration {
        nextAt <= now ? .zero : nextAt - now
    }

    package func take(_ uses: Int, at now: Instant) {
        fullAt = max(fullAt, now).advanced(byNanoseconds: time(for: uses))
        nextAt = fullAt.advanced(byNanoseconds: -time(for: burst - 1))
    }

    /// Who has all that he may have is as good as unknown.
    package func isFull(at now: Instant) -> Bool { fullAt <= now }

    /// In which time so much grows back.
    private func time(for uses: Int) -> Int64 {
        let (product, overflow) = interval.multipliedReportingOverflow(by: Int64(uses))
        return overflow ? (rate.interval * uses / rate.count).nanoseconds : product / Int64(rate.count)
    }
}
