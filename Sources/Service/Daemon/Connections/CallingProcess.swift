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
    private var lastLook: Look?

    /// Looks at the process.
    ///
    /// What cannot be seen stays unknown, and no rule for it will match.
    init(of socket: borrowing Descriptor, knowing wanted: SmallSet<Fact>, connectedAt time: Instant)
        throws(SystemError)
    {
        process = try PeerProcess.find(at: socket, connectedAt: time.nanosecondsSinceBoot)
        self.wanted = wanted
        executable = try? process.executable()
        var facts = ProcessFacts(placeOf: process, wanted)
        if let executable, wanted.contains(.executable) {
            facts.executable = (try? process.path(of: executable)) ?? nil
        }
        self.facts = facts
    }

    /// Whether another connection of it could be known to be one; else nobody needs to keep it for that.
    var isRecognizable: Bool {
        process.certainty == .handle && (facts.executable != nil || !wanted.contains(.executable))
    }

    /// Whether it is this process that made another connection too, and a look at it would find the same again.
    func isPeer(_ arrival: Arrival, at socket: borrowing Descriptor, wanting facts: SmallSet<Fact>) -> Bool {
        guard facts == wanted, process.isPeer(arrival.peer.process, at: socket), isSame else { return false }
        if wanted.contains(.executable) {
            // The file may have been replaced meanwhile.
            guard let path = self.facts.executable, let executable,
                (try? FileIdentity.existing(at: path)) == executable
            else { return false }
        }
        return true
    }

    /// Whether it still runs, the same program in the same unit.
    ///
    /// Requests that were read together are answered by one look.
    func isUnchanged(at look: Look) -> Bool {
        guard look != lastLook else { return true }
        guard process.isRunning, isSame else { return false }
        lastLook = look
        return true
    }

    /// The same program in the same unit.
    private var isSame: Bool {
        guard (try? process.executable()) == executable else { return false }
        guard wanted.intersects([.unit, .slice]) else { return true }
        let place = ProcessFacts(placeOf: process, wanted)
        return place.unit == facts.unit && place.slice == facts.slice
    }
}

extension ProcessFacts {
    fileprivate init(placeOf process: borrowing PeerProcess, _ wanted: SmallSet<Fact>) {
        self.init()
        guard wanted.intersects([.unit, .slice]), let lines = try? process.controlGroups() else { return }
        let place = CgroupPath(lines: lines.span)
        unit = place.unit
        slice = place.slice
    }
}
