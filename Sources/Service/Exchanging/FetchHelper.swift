package import Kernel

/// The process that uses the network: a child of the daemon, or a unit that systemd starts for a socket.
///
/// Only that unit may reach the network, and only it has the AppServer's credentials.
package enum FetchHelper {
    case program(path: String)
    case unit(socket: String)

    /// The socket named by the unit; otherwise the program.
    package static func find() throws(SystemError) -> FetchHelper {
        if let socket = ThisProcess.variable("OSSAUTHD_FETCH_SOCKET") { return .unit(socket: socket) }
        return .program(path: try ThisProcess.neighbour("ossauth-fetch"))
    }

    /// Starts a helper, which waits for requests.
    func begin() throws(SystemError) -> Conversation {
        switch self {
        case .program(let path): return try Conversation(startingProgram: path)
        case .unit(let socket): return try Conversation(connectingTo: socket)
        }
    }

    /// Releasing it closes the socket, and kills a child with its command.
    struct Conversation: ~Copyable {
        /// systemd accepts at once; waiting longer does not help.
        private static let patience: Int64 = 100_000_000

        let socket: Descriptor
        private let process: ChildProcess?

        init(startingProgram path: String) throws(SystemError) {
            var pair = try SocketPair()
            let ours = pair.take()
            let theirs = pair.take()
            process = try ChildProcess(
                path, arguments: ["--fd", "3"], environment: ["LC_ALL=C"] + Conversation.credentials,
                inheriting: [InheritedDescriptor(theirs, as: 3), .standardError], asGroup: true)
            socket = ours
        }

        /// A child may use the credentials that systemd passed to the daemon.
        private static var credentials: [String] {
            ThisProcess.variable("CREDENTIALS_DIRECTORY").map { ["CREDENTIALS_DIRECTORY=\($0)"] } ?? []
        }

        init(connectingTo path: String) throws(SystemError) {
            let deadline = KernelClock.bootNanoseconds() + Conversation.patience
            socket = try UnixSocket.connect(to: path, waitingUntil: deadline)
            process = nil
        }
    }
}
