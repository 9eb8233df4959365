internal import Commands
internal import Kernel
internal import Reaching

extension Failure {
    init(_ error: ReachingError, from socket: Socket, at path: String, within patience: Duration) {
        switch error {
        case .system(let error):
            self = .unreachable(socket, at: path, Obstacle(error, at: path, after: patience))
        case .hungUp: self = .unreachable(socket, at: path, .hungUp)
        case .notHTTP(let error):
            self.init(.upstream, "what answers at \(path) is not the daemon: \(error)")
        case .unknownForm: self = .unknownForm
        case .tooLong(let limit):
            self.init(.upstream, "the answer of the daemon is longer than \(limit / 1_048_576) MiB")
        }
    }
}

extension Failure {
    static let unknownForm = Failure(
        .upstream, "the daemon answered in a way that this program does not know")

    /// Runs what reaches the daemon, and makes its error one of the program.
    static func reaching<Value: ~Copyable>(
        _ path: String, within patience: Duration, _ body: () throws(SystemError) -> Value
    ) throws(Failure) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw .unreachable(.api, at: path, Obstacle(error, at: path, after: patience))
        }
    }
}

extension Obstacle {
    init(_ error: SystemError, at path: String, after patience: Duration) {
        switch error.cause {
        case .missing: self = .noSocket
        case .refused: self = Obstacle(toConnectingTo: path)
        case .forbidden: self = .forbidden(group: Obstacle.group(of: path))
        case .timedOut: self = .noAnswer(within: patience)
        default: self = .other(error.description)
        }
    }

    /// The kernel says the same of what is no socket and of a socket at which nobody listens.
    private init(toConnectingTo path: String) {
        let kind = try? FileStatus.existing(at: path)?.kind
        switch kind {
        case .socket, .symbolicLink, nil: self = .nobodyListens
        case .directory, .regular, .other: self = .notSocket(isFolder: kind == .directory)
        }
    }

    /// The group that may write to the socket, and that somebody may be put into to connect.
    private static func group(of path: String) -> String? {
        guard let status = try? FileStatus.existing(at: path), status.mode & 0o020 != 0,
            // Who is put into the group of root gets more than a socket.
            status.group != 0
        else { return nil }
        return try? Account.group(numbered: status.group)
    }
}
