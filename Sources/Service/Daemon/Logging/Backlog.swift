internal import EventLoop
internal import Kernel
internal import Systemd
internal import Time

/// Offers again what the journal, or the reader of standard error, did not take: nobody tells us when he reads again.
final class Backlog {
    private static let pause = Duration.milliseconds(100)

    private let log: Log
    private let audit: Audit
    private var timer: Timer?
    private var isArmed = false

    init(of log: Log, _ audit: Audit, on loop: EventLoop) throws(SystemError) {
        self.log = log
        self.audit = audit
        timer = try Timer(on: loop) { [unowned self] in
            isArmed = false
            write()
        }
    }

    /// After each turn, in which something may have been written.
    func look() {
        guard isThere, !isArmed else { return }
        isArmed = true
        timer?.arm(atBootNanoseconds: KernelClock.bootNanoseconds() + Backlog.pause.nanoseconds)
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

    private var isThere: Bool { log.hasRest || audit.hasRest || log.writer.hasRest }

    private func write() {
        log.flush()
        audit.flush()
    }
}
