internal import Access
internal import Kernel

/// Who is at the other end of a connection, and what the rules let him do.
final class Caller {
    let peer: Peer
    let rules: PeerRules
    /// Who has the admin socket may see all profiles.
    let isAdmin: Bool
    /// The rules that these were taken from; others apply after a reload.
    let policyNumber: Int

    init(_ peer: Peer, by policy: Policy, numbered number: Int, isAdmin: Bool) {
        self.peer = peer
        self.isAdmin = isAdmin
        rules = policy.rules(for: peer)
        policyNumber = number
    }

    func maySee(_ profile: Profile) -> Bool {
        isAdmin || rules.mayUse(profile: profile.name.utf8Span.span)
    }
}

extension Peer {
    /// What the kernel says of the other end.
    ///
    /// The name is looked up only where a rule speaks of it.
    init(of socket: borrowing Descriptor, withName: Bool) throws(SystemError) {
        let credentials = try socket.peerCredentials()
        let name = withName ? try Account.numbered(credentials.user)?.name : nil
        self.init(
            uid: credentials.user, gid: credentials.group, groups: try socket.peerGroups(), userName: name)
    }
}
