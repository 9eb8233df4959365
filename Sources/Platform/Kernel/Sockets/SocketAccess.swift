/// Who may connect to a socket in the file system.
package struct SocketAccess: Equatable, Sendable {
    /// The permission bits; connecting needs the right to write.
    package var mode: UInt32
    /// `nil` leaves the owner that the process has.
    package var user: UInt32?
    package var group: UInt32?

    package init(mode: UInt32, user: UInt32? = nil, group: UInt32? = nil) {
        precondition(mode <= 0o777)
        self.mode = mode
        self.user = user
        self.group = group
    }
}
