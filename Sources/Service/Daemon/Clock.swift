internal import Kernel
internal import Time

/// The one place that asks what time it is.
final class Clock {
    /// Seconds by which both clocks are further than the kernel's: a host that slept, for tests of what follows.
    var ahead: Int64 = 0

    func now() -> Moment {
        Moment(
            wall: Timestamp(secondsSince1970: KernelClock.wallSeconds() + ahead),
            boot: Instant(nanosecondsSinceBoot: KernelClock.bootNanoseconds() + ahead * 1_000_000_000))
    }

    /// Since 1970.
    func milliseconds() -> Int { Int(KernelClock.wallMilliseconds() + ahead * 1_000) }
}
