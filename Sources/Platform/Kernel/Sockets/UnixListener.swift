internal import CLinux
internal import Glibc

/// A listening socket in the file system, and the lock that makes its path ours.
///
/// A file `PATH.lock` decides who owns the path: only its holder may remove what a dead process left there,
/// so no start ever cuts off a living one. The lock file stays; removing it would let two processes lock two
/// files.
package struct UnixListener: ~Copyable, Sendable {
    package let socket: Descriptor
    package let path: String
    private let lock: Descriptor

    /// Binds and listens; fails rather than listening with another mode or owner than asked for.
    package init(path: String, access: FileAccess, backlog: Int32) throws(SystemError) {
        let lock = try UnixListener.lock(path)
        let socket = Descriptor(owning: try SystemError.check(linux_socket(AF_UNIX), "socket"))
        try UnixListener.removeStale(path)
        try UnixListener.bind(socket, path)
        try UnixListener.open(path, to: access)
        try UnixListener.verify(path, access)
        // Only now: before, every connection is refused, so nobody slips in while the mode is not yet set.
        try SystemError.check(retrying { listen(socket.number, backlog) }, "listen", path)
        self.socket = socket
        self.path = path
        self.lock = lock
    }

    /// Removes the path while it is still ours.
    package consuming func remove() throws(SystemError) {
        try File.remove(path)
    }
}

extension UnixListener {
    private static func lock(_ path: String) throws(SystemError) -> Descriptor {
        let lock = try LockFile.open(path + ".lock")
        guard try lock.tryLock() else {
            throw SystemError(call: "lock", code: EADDRINUSE, path: path)
        }
        return lock
    }

    /// The lock is ours, so whatever socket is here is dead, unless someone made it who knows of no lock.
    private static func removeStale(_ path: String) throws(SystemError) {
        guard let found = try FileStatus.existing(at: path) else { return }
        guard found.kind == .socket else { throw SystemError(call: "bind", code: EEXIST, path: path) }
        guard try !UnixSocket.isAlive(at: path) else {
            throw SystemError(call: "bind", code: EADDRINUSE, path: path)
        }
        try File.remove(path)
    }

    static func bind(_ socket: borrowing Descriptor, _ path: String) throws(SystemError) {
        let number = socket.number
        // The file is born with the mode of the socket itself: nobody's but ours until the owner is right
        // too.
        try SystemError.check(retrying { fchmod(number, 0o600) }, "fchmod", path)
        _ = try unsafe withPath(path, "bind") { unsafe linux_bind_unix(number, $0) }
    }

    private static func open(_ path: String, to access: FileAccess) throws(SystemError) {
        if let owner = access.owner {
            _ = try unsafe withPath(path, "chown") { text in
                retrying { unsafe lchown(text, owner.user, owner.group) }
            }
        }
        _ = try unsafe withPath(path, "chmod") { text in retrying { unsafe chmod(text, access.mode) } }
    }

    private static func verify(_ path: String, _ access: FileAccess) throws(SystemError) {
        let status = try FileStatus(ofLink: path)
        guard status.kind == .socket, status.matches(access) else {
            throw SystemError(call: "verify mode and owner of", code: EPERM, path: path)
        }
    }
}
