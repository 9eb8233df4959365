package import Bytes
internal import Glibc

/// The process at the other end of a socket, and no other that got its number later.
package struct PeerProcess: ~Copyable, Sendable {
    /// Why the number is believed to be that of the process that connected.
    package enum Certainty: Equatable, Sendable {
        /// The kernel handed out the process itself.
        case handle
        /// Kernels before 6.5 tell only a number: who has it now runs, and began before the connection did.
        case startTime
    }

    package let number: Int32
    package let certainty: Certainty
    private let handle: ProcessHandle
    private let directory: ProcessDirectory

    /// Throws when the process has ended, or cannot be seen by us.
    package static func find(at socket: borrowing Descriptor, connectedAt time: Int64) throws(SystemError)
        -> PeerProcess
    {
        let peer = try socket.peerCredentials()
        let number = peer.process
        // A process of another namespace has no number here.
        guard number > 0 else { throw gone }
        if let handle = try socket.peerProcess() { return try PeerProcess(number, handle, .handle) }
        let found = try PeerProcess(number, try ProcessHandle(process: number), .startTime)
        // While nobody accepted, another may have begun with the number: of the services of other users that is certain.
        let users = try found.directory.users()
        guard users.contains(peer.user), try found.directory.start() <= time else { throw gone }
        return found
    }

    private init(_ number: Int32, _ handle: consuming ProcessHandle, _ certainty: Certainty)
        throws(SystemError)
    {
        let directory = try ProcessDirectory(process: number)
        // It runs now, after its directory was opened: so the number was not yet another's.
        guard handle.isRunning else { throw PeerProcess.gone }
        self.number = number
        self.certainty = certainty
        self.handle = handle
        self.directory = directory
    }

    private static var gone: SystemError { SystemError(call: "find the peer", code: ESRCH) }

    package var isRunning: Bool { handle.isRunning }

    /// Whether it was this process that connected a socket, of whose peer the number is told, and it still runs.
    ///
    /// Two that run at the same moment with the same number are one.
    package func made(_ socket: borrowing Descriptor, of peer: Int32) -> Bool {
        guard certainty == .handle, peer == number, let other = (try? socket.peerProcess()) ?? nil else {
            return false
        }
        return handle.runs(besides: other)
    }

    package func controlGroups() throws(SystemError) -> ByteBuffer { try directory.controlGroups() }

    package func executable() throws(SystemError) -> FileIdentity { try directory.executable() }

    /// The path of the file that runs; `nil` when the file there, as we see it, is another one: it was replaced, or the
    /// process named it in a mount namespace of its own.
    ///
    /// `executable`: that file, looked at before.
    package func path(of executable: FileIdentity) throws(SystemError) -> String? {
        let path = try directory.executablePath()
        return try FileIdentity.existing(at: path) == executable ? path : nil
    }
}
