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

    /// Releasing it closes the socket, and kills a child with its command.
    struct Conversation: ~Copyable {
        let socket: Descriptor
        let process: ChildProcess?
    }

    /// systemd accepts at once; waiting longer does not help.
    private static let patience: Int64 = 100_000_000

    /// Starts a helper, which waits for requests.
    func begin() throws(SystemError) -> Conversation {
        switch self {
        case .unit(let path):
            let deadline = KernelClock.bootNanoseconds() + FetchHelper.patience
            return Conversation(
                socket: try UnixSocket.connect(to: path, waitingUntil: deadline), process: nil)
        case .program(let path):
            var pair = try SocketPair()
            let ours = pair.take()
            let theirs = pair.take()
            // A child may use the credentials that systemd passed to the daemon.
            let credentials = ThisProcess.variable("CREDENTIALS_DIRECTORY").map {
                "CREDENTIALS_DIRECTORY=\($0)"
            }
            let process = try ChildProcess(
                path, arguments: ["--fd", "3"], environment: ["LC_ALL=C", credentials].compactMap(\.self),
                inheriting: [InheritedDescriptor(theirs, as: 3), .standardError], asGroup: true)
            return Conversation(socket: ours, process: process)
        }
    }
}
