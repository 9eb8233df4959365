internal import EventLoop
internal import Kernel
internal import Records
internal import Systemd
internal import Time

/// The line of `systemctl status`, sent at most once a second: it covers all profiles, and with thousands of them one always
/// changes.
final class StatusLine {
    private static let pause = Duration.seconds(1)

    private let clock: Clock
    private let tell: () -> Void
    private var timer: Timer?
    private var quietUntil = Instant(nanosecondsSinceBoot: 0)
    private var isDue = false

    init(on loop: EventLoop, clock: Clock, tell: @escaping () -> Void) throws(SystemError) {
        self.clock = clock
        self.tell = tell
        timer = try Timer(on: loop) { [unowned self] in proceed() }
    }

    /// Called when something in the line changed.
    func change() {
        guard !isDue else { return }
        isDue = true
        guard clock.now().boot < quietUntil else { return proceed() }
        timer?.arm(atBootNanoseconds: quietUntil.nanosecondsSinceBoot)
    }

    private func proceed() {
        isDue = false
        quietUntil = clock.now().boot + StatusLine.pause
        tell()
    }
}

/// Tells the service manager regularly that the loop is alive.
///
/// sd-event is not used for it, because it blocks when the manager hangs.
final class Watchdog {
    /// The number of attempts within one period to send a message.
    private static let attempts = 8

    private let pause: Duration
    private let socket: DatagramSocket
    private var timer: Timer?

    /// `nil` without `WatchdogSec=`; the first message is sent at once.
    init?(on loop: EventLoop) throws(SystemError) {
        guard let period = try ServiceManager.watchdogPeriod() else { return nil }
        pause = period / 2
        socket = try DatagramSocket()
        timer = try Timer(on: loop) { [unowned self] in tell() }
        tell()
    }

    private func tell() {
        // A failure is not logged, to avoid a line for each attempt: the manager acts on missing messages by itself.
        let isTold = (try? ServiceManager.sendWatchdog(by: socket)) ?? false
        let next = isTold ? pause : pause / Watchdog.attempts
        // Armed from now on, so that a host after sleep sends one message and not all that it missed.
        timer?.arm(atBootNanoseconds: KernelClock.bootNanoseconds() + next.nanoseconds)
    }
}

/// An empty file that systemd stores while the daemon runs; a process that finds one knows that the previous process was
/// killed or crashed.
enum RunMark {
    private static let name = "running"

    /// Whether the previous process left its mark.
    static func wasLeft(in passed: inout PassedDescriptors) -> Bool {
        var wasLeft = false
        while passed.take(named: name) != nil { wasLeft = true }
        return wasLeft
    }

    static func set(replacing wasLeft: Bool) throws(SystemError) {
        if wasLeft { try remove() }
        try ServiceManager.keep(
            try MemoryFile.make(named: "ossauthd-running", containing: Span()), named: name)
    }

    /// Called at an orderly end.
    static func remove() throws(SystemError) {
        try ServiceManager.forget(named: name)
    }
}
