internal import CLinux
internal import CSystemd
internal import Glibc
package import Kernel

/// Calls back once at a time on the boot clock, which includes sleep, and can then be armed again.
package final class Timer {
    private let handler: () -> Void
    private var source: EventSource?

    /// Starts disarmed.
    ///
    /// `accuracy` is the allowed delay, so that several timers can share one wakeup.
    package init(
        on loop: EventLoop, accuracy: Duration = .milliseconds(1), handler: @escaping () -> Void
    ) throws(SystemError) {
        self.handler = handler
        source = try register(on: loop, accuracy: UInt64(max(1, accuracy / .microseconds(1))))
    }

    /// Replaces the previous time; a time in the past calls back at once.
    ///
    /// A loop that has ended does not call back.
    package func arm(atBootNanoseconds time: Int64) {
        do throws(SystemError) {
            // Rounded up: the callback must not run before its time.
            try source?.setTime(time <= 0 ? 0 : UInt64(time - 1) / 1_000 + 1)
            try source?.enable(.once)
        } catch {
            precondition(error.code == ESTALE, "the loop belongs to another process")
        }
    }

    private func register(on loop: EventLoop, accuracy: UInt64) throws(SystemError) -> EventSource {
        var made: OpaquePointer?
        let result = unsafe sd_event_add_time(
            loop.event, &made, CLOCK_BOOTTIME, UInt64.max, accuracy,
            { _, _, timer in
                guard let timer = unsafe timer else { return 0 }
                unsafe Unmanaged<Timer>.fromOpaque(timer).takeUnretainedValue().handler()
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
        let source = try unsafe EventSource(result, made, "sd_event_add_time", on: loop)
        try source.enable(.off)
        return source
    }
}

/// Calls back when the wall clock is set, because plans made by it must change.
package final class ClockStepSource {
    private let timer: Descriptor
    private var source: IOSource?

    package init(on loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
        timer = Descriptor(owning: try SystemError.check(linux_timer_on_wall_clock(), "timerfd_create"))
        let armed = linux_timer_arm(timer.number)
        // The clock was set between the two calls; the timer is armed all the same.
        if armed != -ECANCELED { try SystemError.check(armed, "timerfd_settime") }
        source = try IOSource(timer, for: .readable, on: loop) { [unowned self] _ in
            if acknowledgeStep() { handler() }
        }
    }

    deinit {
        // The source must end before the descriptor that it watches.
        source = nil
    }

    /// The read fails once per step, and the timer keeps watching.
    private func acknowledgeStep() -> Bool {
        var expirations: UInt64 = 0
        let count = unsafe read(timer.number, &expirations, MemoryLayout<UInt64>.size)
        return count < 0 && errno == ECANCELED
    }
}
