internal import Access
internal import Bytes
internal import Kernel
internal import Time

/// The process at the other end of a connection: what is known of it, and whether that still holds.
final class CallingProcess {
    let process: PeerProcess
    let facts: ProcessFacts
    /// What the facts were wanted for.
    private let wanted: SmallSet<Fact>
    /// By this a process that became another program is known; `nil` where we may not see it.
    private let executable: FileIdentity?
    private var checkedAt: Instant

    /// Looks at the process.
    ///
    /// What cannot be seen stays unknown, and no rule for it will match.
    init(of socket: borrowing Descriptor, knowing wanted: SmallSet<Fact>, connectedAt time: Instant)
        throws(SystemError)
    {
        process = try PeerProcess.find(at: socket, connectedAt: time.nanosecondsSinceBoot)
        self.wanted = wanted
        executable = try? process.executable()
        facts = ProcessFacts(of: process, wanted)
        checkedAt = time
    }

    /// Whether it still runs, the same program in the same unit.
    ///
    /// Requests that came together are answered by one look.
    func isUnchanged(at now: Instant) -> Bool {
        guard now != checkedAt else { return true }
        guard process.isRunning, (try? process.executable()) == executable else { return false }
        if wanted.intersects([.unit, .slice]) {
            let place = ProcessFacts(of: process, [.unit, .slice])
            guard place.unit == facts.unit, place.slice == facts.slice else { return false }
        }
        checkedAt = now
        return true
    }
}

extension ProcessFacts {
    fileprivate init(of process: borrowing PeerProcess, _ wanted: SmallSet<Fact>) {
        self.init()
        if wanted.intersects([.unit, .slice]), let lines = try? process.controlGroups() {
            let place = CgroupPath(lines: lines.span)
            unit = place.unit
            slice = place.slice
        }
        if wanted.contains(.executable), let path = try? process.executablePath() { executable = path }
    }
}
