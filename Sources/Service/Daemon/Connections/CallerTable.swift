internal import Access
internal import Kernel

/// Those who came last, so that what the rules let them do is not worked out anew for each of their connections.
///
/// Users of whom no rule asks more than the numbers of user and groups, which the kernel tells of each connection; and
/// processes, where a rule asks for them.
struct CallerTable {
    private struct Place: Hashable {
        let uid: UInt32
        let gid: UInt32

        init(of peer: Peer) {
            uid = peer.uid
            gid = peer.gid
        }
    }

    /// With user namespaces a host may have very many.
    private static let most = 1_000
    /// Each has two descriptors.
    private static let mostProcesses = 64

    private var places: [Place: Caller] = [:]
    private var processes: [Int32: Caller] = [:]

    /// `nil` when he was not here yet, or with other groups.
    func caller(_ peer: Peer) -> Caller? {
        guard let known = places[Place(of: peer)], known.peer.groups == peer.groups else { return nil }
        return known
    }

    /// `nil` when the process was not here yet, or is not what it was.
    func caller(
        _ user: Peer, _ arrival: Arrival, at socket: borrowing Descriptor, knowing facts: SmallSet<Fact>,
        _ look: Look
    ) -> Caller? {
        guard let known = processes[arrival.peer.process], let process = known.process,
            Place(of: known.peer) == Place(of: user), known.peer.groups == user.groups,
            process.isPeer(arrival, at: socket, wanting: facts, at: look)
        else { return nil }
        return known
    }

    mutating func insert(_ caller: Caller) {
        if let process = caller.process { return insert(caller, of: process.process.number) }
        if places.count >= CallerTable.most { places.removeAll() }
        places[Place(of: caller.peer)] = caller
    }

    private mutating func insert(_ caller: Caller, of process: Int32) {
        if processes.count >= CallerTable.mostProcesses, processes[process] == nil { processes.removeAll() }
        processes[process] = caller
    }

    /// Their descriptors are wanted.
    mutating func forgetProcesses() {
        processes.removeAll()
    }

    /// Other rules apply.
    mutating func removeAll() {
        places.removeAll()
        processes.removeAll()
    }
}
