internal import CSystemd
internal import Glibc
package import Kernel

/// Calls back once at a time on the boot clock, which also runs while the machine sleeps; then it can be
/// armed again.
package final class Timer {
    private let handler: () -> Void
    private var source: EventSource?

    /// Starts disarmed.
    ///
    /// `accuracy` is how late it may come, so that several timers can share one waking.
    package init(
        on loop: EventLoop, accuracy: Duration = .milliseconds(1), handler: @escaping () -> Void
    ) throws(SystemError) {
        self.handler = handler
        source = try register(on: loop, accuracy: UInt64(max(1, accuracy / .microseconds(1))))
    }

    /// Replaces the time that was set before; a time that has passed calls back at once.
    ///
    /// A loop that has ended calls nobody back.
    package func arm(atBootNanoseconds time: Int64) {
        do throws(SystemError) {
            // Rounded up: the callback must not find its time still to come.
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
