internal import EventLoop
internal import Kernel
internal import Time

/// Has the audit report what it counted when that is due.
final class AuditReports {
    private let audit: Audit
    private var timer: Timer?
    private var armedFor: Instant?

    init(of audit: Audit, on loop: EventLoop, clock: Clock) throws(SystemError) {
        self.audit = audit
        timer = try Timer(on: loop, accuracy: .milliseconds(100)) { audit.report(at: clock.now().boot) }
    }

    /// After each turn, in which something may have been counted.
    func look() {
        guard let due = audit.due, due != armedFor else { return }
        armedFor = due
        timer?.arm(atBootNanoseconds: due.nanosecondsSinceBoot)
    }
}
