internal import Kernel
internal import Time

/// The one place that asks what time it is.
struct Clock {
    func now() -> Moment {
        Moment(
            wall: Timestamp(secondsSince1970: KernelClock.wallSeconds()),
            boot: Instant(nanosecondsSinceBoot: KernelClock.bootNanoseconds()))
    }
}
