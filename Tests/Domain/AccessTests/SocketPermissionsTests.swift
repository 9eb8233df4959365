import Access
import Testing

/// Whether a user can connect at all.
struct SocketPermissionsTests {
    private func obstacle(_ mode: UInt32, _ peer: Peer) -> String? {
        SocketPermissions(path: "/run/s", mode: mode, user: 0, group: 990, groupName: "ossauth").obstacle(
            to: peer)
    }

    @Test func `a user outside of the group learns its name`() {
        let www = Peer(uid: 33, gid: 33, groups: [33, 4])
        #expect(
            obstacle(0o660, www)?.hasPrefix(
                "the user cannot connect to /run/s: it is not in the group 'ossauth'; add")
                == true)
        #expect(obstacle(0o666, www) == nil)
        #expect(obstacle(0o600, www)?.contains("its mode lets only its owner connect") == true)
    }

    @Test(arguments: [
        Peer(uid: 33, gid: 33, groups: [33, 990]), Peer(uid: 33, gid: 990), Peer(uid: 0, gid: 0),
    ])
    func `members and root connect`(peer: Peer) {
        #expect(obstacle(0o660, peer) == nil)
    }

    @Test(arguments: [0, 0o060, 0o600])
    func `no mode keeps root out`(mode: UInt32) {
        let socket = SocketPermissions(path: "/s", mode: mode, user: 7, group: 990, groupName: nil)
        #expect(socket.obstacle(to: Peer(uid: 0, gid: 0)) == nil)
        #expect(obstacle(mode, Peer(uid: 0, gid: 0)) == nil)
    }

    /// As with files: the group's right does not help the owner.
    @Test func `an owner without the right is kept out`() {
        let socket = SocketPermissions(path: "/s", mode: 0o060, user: 7, group: 990, groupName: nil)
        #expect(socket.obstacle(to: Peer(uid: 7, gid: 990))?.contains("the user owns it") == true)
    }
}
