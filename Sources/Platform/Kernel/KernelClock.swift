internal import Glibc

/// The clocks of the kernel, as plain numbers.
package enum KernelClock {
    /// Nanoseconds since boot, including sleep; never jumps.
    package static func bootNanoseconds() -> Int64 {
        let time = read(CLOCK_BOOTTIME)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The clock that systemd expects in `MONOTONIC_USEC=`.
    package static func monotonicMicroseconds() -> Int64 {
        let time = read(CLOCK_MONOTONIC)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// Seconds since 1970; may jump.
    package static func wallSeconds() -> Int64 {
        Int64(read(CLOCK_REALTIME).tv_sec)
    }

    package static func wallMilliseconds() -> Int64 {
        let time = read(CLOCK_REALTIME)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        let result = unsafe clock_gettime(clock, &time)
        precondition(result == 0, "the kernel has no such clock")
        return time
    }
}
