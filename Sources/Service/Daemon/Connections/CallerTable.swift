internal import Access

/// The users who came last, so that what the rules let them do is not worked out anew for each of their connections.
///
/// Only those of whom no rule asks more than the numbers of user and groups, which the kernel tells of each connection.
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

    private var places: [Place: Caller] = [:]

    /// `nil` when he was not here yet, or with other groups.
    func caller(_ peer: Peer) -> Caller? {
        guard let known = places[Place(of: peer)], known.peer.groups == peer.groups else { return nil }
        return known
    }

    mutating func insert(_ caller: Caller) {
        if places.count >= CallerTable.most { places.removeAll() }
        places[Place(of: caller.peer)] = caller
    }

    /// Other rules apply.
    mutating func removeAll() {
        places.removeAll()
    }
}
