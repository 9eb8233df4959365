internal import Kernel
internal import Settings

/// A socket that we bound ourselves, because systemd did not hand one over; its path is ours while this lives.
final class OwnSocket {
    private var listener: UnixListener?

    init(_ settings: SocketSettings) throws(SystemError) {
        try OwnSocket.makeDirectory(of: settings.path)
        listener = try UnixListener(
            path: settings.path, access: try OwnSocket.access(settings), backlog: ServerLimits.backlog)
    }

    func socket() throws(SystemError) -> Descriptor {
        guard let socket = try listener?.socket.duplicate() else {
            throw SystemError(call: "listen", code: 9)
        }
        return socket
    }

    /// Gives the path back.
    func remove() {
        // The socket file of a process that is gone does no harm: the next start replaces it.
        try? listener.take()?.remove()
    }

    private static func access(_ settings: SocketSettings) throws(SystemError) -> FileAccess {
        guard let user = try Account.named(settings.user)?.user else {
            throw SystemError(call: "find the user \(settings.user) for the socket", code: 2, path: settings.path)
        }
        guard let group = try Account.group(named: settings.group) else {
            throw SystemError(call: "find the group \(settings.group) for the socket", code: 2, path: settings.path)
        }
        return FileAccess(mode: UInt32(settings.mode), user: user, group: group)
    }

    private static func makeDirectory(of path: String) throws(SystemError) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let directory = String(path[..<slash])
        if try FileStatus.existing(at: directory) == nil { try File.makeDirectory(directory, mode: 0o755) }
    }
}
