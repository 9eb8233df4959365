internal import Kernel
package import Time

/// The clock of the process; all other code takes the time as an argument or from here.
package final class Clock {
    /// Seconds added to both kernel clocks, so that tests can let a host sleep.
    package var ahead: Int64 = 0
    /// Seconds added to the wall clock, so that tests can set it.
    package var step: Int64 = 0

    package init() {}

    package func now() -> Moment {
        Moment(
            wall: Timestamp(secondsSince1970: KernelClock.wallSeconds() + ahead + step),
            boot: Instant(nanosecondsSinceBoot: KernelClock.bootNanoseconds() + ahead * 1_000_000_000))
    }

    /// Milliseconds since 1970.
    package func milliseconds() -> Int { Int(KernelClock.wallMilliseconds() + (ahead + step) * 1_000) }
}
