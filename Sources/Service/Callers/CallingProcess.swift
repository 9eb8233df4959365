package import Access
internal import Bytes
package import Kernel
internal import Time

/// The process at the other end of a connection, with facts about it and a check that they still hold.
package final class CallingProcess {
    package let process: PeerProcess
    package let facts: ProcessFacts
    /// The facts that were asked for.
    private let wanted: SmallSet<Fact>
    /// Reveals that the process became another program; `nil` if the daemon may not read it.
    private let executable: FileIdentity?
    private var lastInspection: InspectionTime?
    private var lastPathInspection: InspectionTime?

    /// Inspects the process; a fact that cannot be seen stays unknown, and no rule for it matches.
    init(of socket: borrowing Descriptor, connectedAt time: Instant, knowing wanted: SmallSet<Fact>)
        throws(SystemError)
    {
        process = try PeerProcess.find(at: socket, connectedAt: time.nanosecondsSinceBoot)
        self.wanted = wanted
        executable = try? process.executable()
        var facts = try ProcessFacts(placeOf: process, wanted)
        if let executable, wanted.contains(.executable) {
            facts.executable = (try? process.path(of: executable)) ?? nil
        }
        self.facts = facts
    }

    /// Whether another connection of this process could be recognized; otherwise caching it is useless.
    var isRecognizable: Bool {
        process.certainty == .handle && (facts.executable != nil || !wanted.contains(.executable))
    }

    /// Whether this process made another connection too, and an inspection would find the same facts.
    func isPeer(
        _ peer: ConnectedPeer, at socket: borrowing Descriptor, wanting facts: SmallSet<Fact>,
        at inspection: InspectionTime
    ) -> Bool {
        guard facts == wanted, process.made(socket, of: peer.credentials.process), isUnchanged(at: inspection)
        else { return false }
        return !wanted.contains(.executable) || isAtItsPath(at: inspection)
    }

    /// Whether the file at the program's path is still the one that runs: it may have been replaced.
    private func isAtItsPath(at inspection: InspectionTime) -> Bool {
        guard inspection != lastPathInspection else { return true }
        guard let path = facts.executable, let executable,
            (try? FileIdentity.existing(at: path)) == executable
        else { return false }
        lastPathInspection = inspection
        return true
    }

    /// Whether the process still runs the same program in the same unit.
    ///
    /// Connections accepted together, and requests read together, share one inspection.
    package func isUnchanged(at inspection: InspectionTime) -> Bool {
        guard inspection != lastInspection else { return true }
        guard process.isRunning, isSame else { return false }
        lastInspection = inspection
        return true
    }

    private var isSame: Bool {
        guard (try? process.executable()) == executable else { return false }
        guard wanted.intersects([.unit, .slice]) else { return true }
        guard let place = try? ProcessFacts(placeOf: process, wanted) else { return false }
        return place.unit == facts.unit && place.slice == facts.slice
    }
}

extension ProcessFacts {
    /// Unit and slice, unknown where they cannot be seen; throws when descriptors or memory are lacking.
    fileprivate init(placeOf process: borrowing PeerProcess, _ wanted: SmallSet<Fact>) throws(SystemError) {
        guard wanted.intersects([.unit, .slice]), let lines = try attempting(process.controlGroups()) else {
            self.init()
            return
        }
        self.init(CgroupPath(lines: lines.span))
    }
}
