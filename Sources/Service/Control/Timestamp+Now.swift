internal import Kernel
internal import Time

extension Timestamp {
    /// The time of this host.
    static var now: Timestamp { Timestamp(secondsSince1970: KernelClock.wallSeconds()) }
}
