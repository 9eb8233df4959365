/// Who may use a file, or connect to a socket, which takes the right to write.
package struct FileAccess: Equatable, Sendable {
    /// The permission bits.
    package var mode: UInt32
    /// `nil` leaves the owner that the process gives.
    package var user: UInt32?
    package var group: UInt32?

    package init(mode: UInt32, user: UInt32? = nil, group: UInt32? = nil) {
        precondition(mode <= 0o777)
        self.mode = mode
        self.user = user
        self.group = group
    }

    /// As `chown` takes it: all bits set means no change.
    var owner: (user: UInt32, group: UInt32)? {
        user == nil && group == nil ? nil : (user ?? .max, group ?? .max)
    }
}

extension FileStatus {
    /// Whether the file has exactly this mode, and the owners that are named.
    package func matches(_ access: FileAccess) -> Bool {
        mode == access.mode && access.user ?? user == user && access.group ?? group == group
    }
}
