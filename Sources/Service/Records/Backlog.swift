package import EventLoop
package import Kernel
internal import Systemd
internal import Time

/// Retries records that the journal or standard error did not accept; neither reports when it can be written again.
package final class Backlog {
    private static let shortestPause = Duration.milliseconds(10)
    /// Bounds how often a journal that is gone for good wakes the daemon.
    private static let longestPause = Duration.seconds(2)

    private let log: Log
    private let audit: Audit
    private var timer: Timer?
    private var isArmed = false
    private var pause = shortestPause

    package init(of log: Log, _ audit: Audit, on loop: EventLoop) throws(SystemError) {
        self.log = log
        self.audit = audit
        timer = try Timer(on: loop) { [unowned self] in
            let before = size
            write()
            pause = size < before ? Backlog.shortestPause : min(pause * 2, Backlog.longestPause)
            isArmed = false
            if size > 0 { arm() }
        }
        log.writer.whenBehind = { [weak self] in self?.arm() }
        if size > 0 { arm() }
    }

    /// Looks at no size, because it is called while a batch is written.
    private func arm() {
        guard !isArmed else { return }
        isArmed = true
        timer?.arm(atBootNanoseconds: KernelClock.bootNanoseconds() + pause.nanoseconds)
    }

    /// Called at the end: records that are not accepted by then are lost.
    package func finish(within patience: Duration) {
        let deadline = KernelClock.bootNanoseconds() + patience.nanoseconds
        write()
        while size > 0, KernelClock.bootNanoseconds() < deadline {
            ThisProcess.pause()
            write()
        }
    }

    private var size: Int { log.pendingBytes + audit.pendingBytes + log.writer.rest }

    private func write() {
        log.flush()
        audit.write()
    }
}

/// Has the audit report its counts when they are due.
package final class AuditReports {
    private let audit: Audit
    private var timer: Timer?
    private var armedFor: Instant?

    package init(of audit: Audit, on loop: EventLoop, clock: Clock) throws(SystemError) {
        self.audit = audit
        timer = try Timer(on: loop, accuracy: .milliseconds(100)) { audit.report(at: clock.now().boot) }
    }

    /// Called after each loop iteration, which may have counted something.
    package func check() {
        guard let due = audit.due, due != armedFor else { return }
        armedFor = due
        timer?.arm(atBootNanoseconds: due.nanosecondsSinceBoot)
    }
}
