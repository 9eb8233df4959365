internal import EventLoop
internal import Kernel
internal import Systemd
internal import Time

/// Tells the service manager again and again that the loop still turns.
///
/// sd-event would do it too, but waits for a manager that hangs, and so hangs as well.
final class Watchdog {
    /// What the manager had no room for is told again before it is missed: so often in the time of one telling.
    private static let attempts = 8

    private let pause: Duration
    private let socket: DatagramSocket
    private var timer: Timer?

    /// `nil` where nobody asked for it; the first time it is told at once.
    init?(on loop: EventLoop) throws(SystemError) {
        guard let period = try ServiceManager.watchdogPeriod() else { return nil }
        pause = period / 2
        socket = try DatagramSocket()
        timer = try Timer(on: loop) { [unowned self] in tell() }
        tell()
    }

    private func tell() {
        // Where nobody hears of us, the manager's own clock decides: the log would have a line for each attempt.
        let isTold = (try? ServiceManager.tellAlive(by: socket)) ?? false
        let next = isTold ? pause : pause / Watchdog.attempts
        // From now on, so that a host that slept hears of us once, not for all the times that it missed.
        timer?.arm(atBootNanoseconds: KernelClock.bootNanoseconds() + next.nanoseconds)
    }
}
