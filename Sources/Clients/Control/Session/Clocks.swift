internal import Kernel
internal import Time

extension Timestamp {
    /// The time of this host.
    static var now: Timestamp { Timestamp(secondsSince1970: KernelClock.wallSeconds()) }
}

extension Duration {
    /// The span in nanoseconds; a span of the command line always fits.
    var wholeNanoseconds: Int64 { self / .nanoseconds(1) > 0 ? Int64(self / .nanoseconds(1)) : 0 }
}
