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
    /// The socket by which it was let in last.
    private var listener: ConnectionID?
    private var lastLook: Look?
    private var lastLookAtPath: Look?

    /// Looks at the process.
    ///
    /// What cannot be seen stays unknown, and no rule for it will match.
    init(of socket: borrowing Descriptor, by arrival: Arrival, knowing wanted: SmallSet<Fact>)
        throws(SystemError)
    {
        process = try PeerProcess.find(at: socket, connectedAt: arrival.time.nanosecondsSinceBoot)
        listener = arrival.listener
        self.wanted = wanted
        executable = try? process.executable()
        var facts = try ProcessFacts(placeOf: process, wanted)
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
    func isPeer(
        _ arrival: Arrival, at socket: borrowing Descriptor, wanting facts: SmallSet<Fact>, at look: Look
    ) -> Bool {
        // In this order: who is taken for it by its number must be let in before it is found running.
        guard facts == wanted, comes(arrival) || process.made(socket, of: arrival.peer.process),
            isUnchanged(at: look)
        else { return false }
        listener = arrival.listener ?? listener
        return !wanted.contains(.executable) || isAtItsPath(at: look)
    }

    /// Whether it must be this process that is let in, if that still runs: its number was nobody else's since it made a
    /// connection, and who is let in behind that one by the same socket has connected later.
    ///
    /// Of another connection the kernel tells which process made it.
    private func comes(_ arrival: Arrival) -> Bool {
        guard let listener, let other = arrival.listener else { return false }
        return listener == other && arrival.peer.process == process.number
    }

    /// Whether the file at its path is still the one that runs: it may have been replaced meanwhile.
    private func isAtItsPath(at look: Look) -> Bool {
        guard look != lastLookAtPath else { return true }
        guard let path = facts.executable, let executable,
            (try? FileIdentity.existing(at: path)) == executable
        else { return false }
        lastLookAtPath = look
        return true
    }

    /// Whether it still runs, the same program in the same unit.
    ///
    /// One look is for all who were let in together, and for all requests that were read together.
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
        guard let place = try? ProcessFacts(placeOf: process, wanted) else { return false }
        return place.unit == facts.unit && place.slice == facts.slice
    }
}

extension ProcessFacts {
    /// What cannot be seen is unknown; throws when something was lacking to see it.
    fileprivate init(placeOf process: borrowing PeerProcess, _ wanted: SmallSet<Fact>) throws(SystemError) {
        self.init()
        guard wanted.intersects([.unit, .slice]) else { return }
        do throws(SystemError) {
            let lines = try process.controlGroups()
            let place = CgroupPath(lines: lines.span)
            unit = place.unit
            slice = place.slice
        } catch {
            guard !error.isLack else { throw error }
        }
    }
}
