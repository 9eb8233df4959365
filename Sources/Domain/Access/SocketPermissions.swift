/// Whom the file of a socket lets connect, as the kernel decides it.
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
}

extension SocketPermissions {
    /// Why this user cannot connect, and what to do about it; `nil`: he can.
    package func obstacle(to peer: Peer) -> String? {
        guard !admits(peer) else { return nil }
        let name = groupName.map { "'\($0)'" } ?? "\(group)"
        guard mode & 0o020 != 0 else {
            return "he cannot connect to \(path): its mode lets only its owner; set ApiSocketMode=0660, or "
                + "SocketMode=0660 of the unit that made it"
        }
        guard !peer.belongs(to: group) else {
            return "he cannot connect to \(path): he is its owner, and its mode does not let that one"
        }
        return "he cannot connect to \(path): he is not in its group \(name); add him with "
            + "'usermod --append --groups', or name it in SupplementaryGroups= of his unit"
    }

    /// Only one of the three classes counts, that of the owner first.
    private func admits(_ peer: Peer) -> Bool {
        if peer.uid == 0 { return true }
        if peer.uid == user { return mode & 0o200 != 0 }
        return mode & (peer.belongs(to: group) ? 0o020 : 0o002) != 0
    }
}

extension Peer {
    fileprivate func belongs(to group: UInt32) -> Bool { gid == group || groups.contains(group) }
}
