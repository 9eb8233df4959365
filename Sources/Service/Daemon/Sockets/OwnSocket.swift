internal import Bytes
internal import Kernel
internal import Serving
internal import Settings

/// A socket that the daemon made because systemd did not pass one; its path belongs to the daemon meanwhile.
final class OwnSocket {
    private var listener: UnixListener?

    /// Makes a missing folder with this mode.
    init(_ settings: SocketSettings, folderMode: UInt32) throws {
        try OwnSocket.makeFolder(of: settings.path, mode: folderMode)
        try File.checkFolders(above: settings.path)
        let access = try OwnSocket.access(settings)
        listener = try mapping(
            UnixListener(path: settings.path, access: access, backlog: ServerLimits.backlog)
        ) { (error: SystemError) in OwnSocket.refusal(at: settings.path, error) }
    }

    func socket() throws(SystemError) -> Descriptor {
        guard let socket = try listener?.socket.duplicate() else {
            preconditionFailure("a socket that was removed is not listened at")
        }
        return socket
    }

    /// Removes the path.
    func remove() {
        // A remaining socket file does no harm: the next start replaces it.
        try? listener.take()?.remove()
    }

    private static func access(_ settings: SocketSettings) throws -> FileAccess {
        guard let group = try Account.group(named: settings.group) ?? UInt32(settings.group) else {
            throw StartError(
                "\(settings.path): there is no group \(settings.group); create it or name another one")
        }
        return FileAccess(mode: UInt32(settings.mode), group: group)
    }

    private static func refusal(at path: String, _ error: SystemError) -> StartError {
        switch error.cause {
        case .inUse: StartError("\(path): another process answers there; end it, or name another path")
        case .exists: StartError("\(path) exists and is not a socket; remove it, or name another path")
        default: StartError("\(error)")
        }
    }

    private static func makeFolder(of path: String, mode: UInt32) throws(SystemError) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let folder = String(path[..<slash])
        if try FileStatus.existing(at: folder) == nil { try File.makeDirectory(folder, mode: mode) }
    }
}
