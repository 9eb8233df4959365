internal import CLinux
internal import Glibc

/// A listening socket in the file system, with a lock that decides who owns its path.
///
/// Only the holder of `PATH.lock` may remove a stale socket, so a start never disconnects a running process.
/// The lock file is never removed, because two processes could then lock two different files.
package struct UnixListener: ~Copyable, Sendable {
    package let socket: Descriptor
    package let path: String
    private let lock: Descriptor

    /// Binds and listens; fails if mode or owner are not exactly as requested.
    package init(path: String, access: FileAccess, backlog: Int32) throws(SystemError) {
        let lock = try UnixListener.lock(path)
        let socket = Descriptor(owning: try SystemError.check(linux_socket(AF_UNIX), "socket"))
        try UnixListener.removeStale(path)
        try UnixListener.bind(socket, path)
        try UnixListener.open(path, to: access)
        try UnixListener.verify(path, access)
        // Connections are refused until now, so that no client connects before the mode is set.
        try SystemError.check(retrying { listen(socket.number, backlog) }, "listen", path)
        self.socket = socket
        self.path = path
        self.lock = lock
    }

    /// Removes the path; requires that it is still ours.
    package consuming func remove() throws(SystemError) {
        try File.remove(path)
    }

    private static func lock(_ path: String) throws(SystemError) -> Descriptor {
        let lock = try LockFile.open(path + ".lock")
        guard try lock.tryLock() else {
            throw SystemError(call: "lock", code: EADDRINUSE, path: path)
        }
        return lock
    }

    /// We hold the lock, so a socket here is stale unless its owner uses no lock.
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
        // The file gets the mode of the socket at its creation: only our user may connect until the owner is
        // set.
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
