internal import CLinux
internal import Glibc
package import Kernel

/// Calls back when somebody sets the wall clock: what was planned by it must be planned anew.
package final class ClockStepSource {
    private let timer: Descriptor
    private var source: IOSource?

    package init(on loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
        timer = Descriptor(owning: try SystemError.check(linux_timer_on_wall_clock(), "timerfd_create"))
        let armed = linux_timer_arm(timer.number)
        // A step between the two calls: the timer is armed all the same.
        if armed != -ECANCELED { try SystemError.check(armed, "timerfd_settime") }
        source = try IOSource(timer, for: .readable, on: loop) { [unowned self] _ in
            if acknowledgeStep() { handler() }
        }
    }

    deinit {
        // Before the descriptor that it watches.
        source = nil
    }

    /// The read fails for each step, and the timer goes on watching.
    private func acknowledgeStep() -> Bool {
        var expirations: UInt64 = 0
        let count = unsafe read(timer.number, &expirations, MemoryLayout<UInt64>.size)
        return count < 0 && errno == ECANCELED
    }
}
