internal import Access
internal import Kernel

/// Recent callers, so that the daemon does not choose their rules again for each connection.
///
/// The key is the process where a rule asks for facts about it, else the user with its groups. Over TCP it is always the user,
/// with the control group of the socket.
struct CallerTable {
    private struct User: Hashable {
        let uid: UInt32
        let gid: UInt32
        let controlGroup: UInt64

        init(of peer: Peer) {
            uid = peer.uid
            gid = peer.gid
            controlGroup = peer.controlGroup
        }

        /// Callers over Unix sockets have no control group, and need not pay for it.
        func hash(into hasher: inout Hasher) {
            hasher.combine(uid)
            hasher.combine(gid)
            if controlGroup != 0 { hasher.combine(controlGroup) }
        }
    }

    /// With user namespaces a host may have very many users.
    private static let maximumUsers = 1_000
    /// Each has two descriptors.
    private static let maximumProcesses = 64

    private var users: [User: Caller] = [:]
    private var processes: [Int32: Caller] = [:]

    /// `nil` when the user is not in the table, or is there with other groups.
    func caller(_ peer: Peer) -> Caller? {
        guard let known = users[User(of: peer)], known.peer.groups == peer.groups else { return nil }
        return known
    }

    /// `nil` when the process is not in the table, or has changed.
    func caller(
        _ user: Peer, _ peer: ConnectedPeer, at socket: borrowing Descriptor, knowing facts: SmallSet<Fact>,
        _ inspection: InspectionTime
    ) -> Caller? {
        guard let known = processes[peer.credentials.process], let process = known.process,
            User(of: known.peer) == User(of: user), known.peer.groups == user.groups,
            process.isPeer(peer, at: socket, wanting: facts, at: inspection)
        else { return nil }
        return known
    }

    mutating func insert(_ caller: Caller) {
        guard let process = caller.process?.process.number else {
            if users.count >= CallerTable.maximumUsers { users.removeAll() }
            users[User(of: caller.peer)] = caller
            return
        }
        if processes.count >= CallerTable.maximumProcesses, processes[process] == nil {
            processes.removeAll()
        }
        processes[process] = caller
    }

    /// Frees their descriptors.
    mutating func removeProcesses() {
        processes.removeAll()
    }

    mutating func removeAll() {
        users.removeAll()
        processes.removeAll()
    }
}
