internal import EventLoop
internal import Kernel
internal import Systemd
internal import Time

/// Offers again what the journal, or the reader of standard error, did not take: nobody tells us when he reads again.
final class Backlog {
    private static let shortestPause = Duration.milliseconds(10)
    /// A journal that is gone for good shall not keep us awake.
    private static let longestPause = Duration.seconds(2)

    private let log: Log
    private let audit: Audit
    private var timer: Timer?
    private var isArmed = false
    private var pause = shortestPause

    init(of log: Log, _ audit: Audit, on loop: EventLoop) throws(SystemError) {
        self.log = log
        self.audit = audit
        timer = try Timer(on: loop) { [unowned self] in
            isArmed = false
            let before = size
            write()
            pause = size < before ? Backlog.shortestPause : min(pause * 2, Backlog.longestPause)
        }
    }

    /// After each turn, in which something may have been written.
    func look() {
        guard isThere, !isArmed else { return }
        isArmed = true
        timer?.arm(atBootNanoseconds: KernelClock.bootNanoseconds() + pause.nanoseconds)
    }

    /// At the end: what is not taken by then is lost.
    func finish(within patience: Duration) {
        let deadline = KernelClock.bootNanoseconds() + patience.nanoseconds
        write()
        while isThere, KernelClock.bootNanoseconds() < deadline {
            ThisProcess.pause()
            write()
        }
    }

    private var isThere: Bool { size > 0 }

    private var size: Int { log.rest + audit.rest + log.writer.rest }

    private func write() {
        log.flush()
        audit.write()
    }
}
