/// The permissions of a socket file, which decide which users may connect.
package struct SocketPermissions: Equatable, Sendable {
    package let path: String
    package let mode: UInt32
    package let user: UInt32
    package let group: UInt32
    /// The name of `group`, if it has one.
    package let groupName: String?

    package init(path: String, mode: UInt32, user: UInt32, group: UInt32, groupName: String?) {
        self.path = path
        self.mode = mode
        self.user = user
        self.group = group
        self.groupName = groupName
    }

    /// Why this user cannot connect, and how to change that; `nil`: the user can connect.
    package func obstacle(to peer: Peer) -> String? {
        guard !admits(peer) else { return nil }
        let name = groupName.map { "'\($0)'" } ?? "\(group)"
        guard mode & 0o020 != 0 else {
            return
                "the user cannot connect to \(path): its mode lets only its owner connect; set ApiSocketMode=0660, or "
                + "SocketMode=0660 of the unit that made it"
        }
        guard !peer.belongs(to: group) else {
            return
                "the user cannot connect to \(path): the user owns it, and its mode does not let its owner connect"
        }
        return "the user cannot connect to \(path): it is not in the group \(name); add it with "
            + "'usermod --append --groups', or name the group in SupplementaryGroups= of its unit"
    }

    /// Only the first class that applies counts: owner, group, others.
    private func admits(_ peer: Peer) -> Bool {
        if peer.uid == 0 { return true }
        if peer.uid == user { return mode & 0o200 != 0 }
        return mode & (peer.belongs(to: group) ? 0o020 : 0o002) != 0
    }
}

extension Peer {
    fileprivate func belongs(to group: UInt32) -> Bool { gid == group || groups.contains(group) }
}
