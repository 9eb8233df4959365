/// Who is at the other end of a connection, as the kernel says.
package struct Peer: Equatable, Sendable {
    package var uid: UInt32
    package var gid: UInt32
    /// The supplementary groups.
    package var groups: [UInt32]
    /// The name of `uid`, if it has one.
    package var userName: String?
    package var facts = ProcessFacts()

    package init(uid: UInt32, gid: UInt32, groups: [UInt32] = [], userName: String? = nil) {
        self.uid = uid
        self.gid = gid
        self.groups = groups
        self.userName = userName
    }
}
