internal import Kernel

/// The process that talks to the network for us: started by ourselves, or by systemd behind a socket, in a unit of its
/// own that alone may reach the network and alone has the AppServer's credentials.
enum FetchHelper {
    case program(path: String)
    case unit(socket: String)

    /// A unit names its socket; without one the program stands beside ours in a build, in `libexec` when installed.
    static func find() throws(SystemError) -> FetchHelper {
        if let socket = ThisProcess.variable("OSSAUTHD_FETCH_SOCKET") { return .unit(socket: socket) }
        let executable = try ThisProcess.executable()
        let directory = executable.lastIndex(of: "/").map { String(executable[..<$0]) } ?? ""
        let installed = "\(directory)/../libexec/ossauthd/ossauth-fetch"
        return .program(
            path: try FileStatus.existing(at: installed) == nil ? "\(directory)/ossauth-fetch" : installed)
    }

    /// A conversation with a helper that waits for one request.
    func begin() throws(SystemError) -> Conversation {
        switch self {
        case .program(let path): return try Conversation(startingProgram: path)
        case .unit(let socket): return try Conversation(connectingTo: socket)
        }
    }

    /// Ends with its value: the socket closes, and a helper that is ours is killed if it still runs, with its command.
    struct Conversation: ~Copyable {
        /// systemd accepts at once; a full queue means that something is very wrong.
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

        /// What systemd handed to us is for a helper that is ours as well.
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
