package import Bytes
internal import Glibc

/// The process at the other end of a socket, safe from reuse of its number.
package struct PeerProcess: ~Copyable, Sendable {
    /// The evidence that the number belongs to the process that connected.
    package enum Certainty: Equatable, Sendable {
        /// The kernel returned a handle of the process.
        case handle
        /// Kernels before 6.5 return only a number; the process that has it now began before the connection
        /// did.
        case startTime
    }

    package let number: Int32
    package let certainty: Certainty
    private let handle: ProcessHandle?
    private let directory: ProcessDirectory

    /// Throws if the process has ended or is invisible to us.
    package static func find(at socket: borrowing Descriptor, connectedAt time: Int64) throws(SystemError)
        -> PeerProcess
    {
        let peer = try socket.peerCredentials()
        let number = peer.process
        // A process in another PID namespace has no number here.
        guard number > 0 else { throw gone }
        if let handle = try socket.peerProcess() { return try PeerProcess(number, handle, .handle) }
        let found = try PeerProcess(number, nil, .startTime)
        // Another process may have got the number before we accepted; this at least rules out services of
        // other users.
        let users = try found.directory.users()
        guard users.contains(peer.user), try found.directory.start() <= time else { throw gone }
        return found
    }

    private init(_ number: Int32, _ handle: consuming ProcessHandle?, _ certainty: Certainty)
        throws(SystemError)
    {
        let directory = try ProcessDirectory(process: number)
        // The process still runs after its directory was opened, so the directory belongs to it.
        guard try PeerProcess.runs(handle, directory) else { throw PeerProcess.gone }
        self.number = number
        self.certainty = certainty
        self.handle = handle
        self.directory = directory
    }

    private static func runs(
        _ handle: borrowing ProcessHandle?, _ directory: borrowing ProcessDirectory
    ) throws(SystemError) -> Bool {
        switch handle {
        case .some(let handle): handle.isRunning
        case .none: try directory.isRunning()
        }
    }

    private static var gone: SystemError { SystemError(call: "find the peer", code: ESRCH) }

    package var isRunning: Bool { (try? PeerProcess.runs(handle, directory)) ?? false }

    /// Whether this process connected a socket whose peer has this number, and still runs.
    ///
    /// Two processes that run at the same moment with the same number are the same.
    package func made(_ socket: borrowing Descriptor, of peer: Int32) -> Bool {
        guard peer == number, let other = (try? socket.peerProcess()) ?? nil else { return false }
        return switch handle {
        case .some(let handle): handle.runs(besides: other)
        case .none: false
        }
    }

    package func controlGroups() throws(SystemError) -> ByteBuffer { try directory.controlGroups() }

    package func executable() throws(SystemError) -> FileIdentity { try directory.executable() }

    /// Returns the path of the executable, or `nil` if our namespace has another file there: it was replaced,
    /// or the process named it in a mount namespace of its own.
    ///
    /// `executable` is the file, inspected before.
    package func path(of executable: FileIdentity) throws(SystemError) -> String? {
        let path = try directory.executablePath()
        return try FileIdentity.existing(at: path) == executable ? path : nil
    }
}

/// A process, safe from reuse of its number: the kernel made the handle.
package struct ProcessHandle: ~Copyable, Sendable {
    /// Becomes readable when the process ends.
    private let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    /// `false` after an error, too, which proves nothing.
    package var isRunning: Bool {
        var state = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        return retrying { unsafe poll(&state, 1, 0) } == 0
    }

    /// Whether both ran at the same moment; the other process must have begun before the call.
    package func runs(besides other: borrowing ProcessHandle) -> Bool {
        // The kernel checks this one first, so it was still running when the other was checked.
        var states = (
            pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other.descriptor.number, events: Int16(POLLIN), revents: 0)
        )
        return retrying {
            unsafe withUnsafeMutableBytes(of: &states) { room in
                unsafe poll(room.assumingMemoryBound(to: pollfd.self).baseAddress, 2, 0)
            }
        } == 0
    }
}
