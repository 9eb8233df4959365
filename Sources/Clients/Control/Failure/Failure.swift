internal import Bytes
package import CommandLine
internal import Kernel
internal import OSSAuthClient
internal import Reaching
internal import Time

/// Why `ossauthctl` failed, in one sentence that says what to do, with the exit status.
package struct Failure: Error, Equatable, Sendable {
    package let status: ExitStatus
    package let sentence: String

    package init(_ status: ExitStatus, _ sentence: String) {
        self.status = status
        self.sentence = sentence
    }

    package init(_ error: UsageError) {
        self.init(.usage, error.description)
    }

    /// An answer that cannot be read.
    init(_ error: DaemonError) {
        self.init(.upstream, error.description)
    }
}

/// Why a request got no answer.
package enum Obstacle: Equatable, Sendable {
    case noSocket
    /// A folder, or another kind of file.
    case notSocket(isFolder: Bool)
    case noListener
    /// `group`: its members may use the socket; `nil`: no group may.
    case forbidden(group: String?)
    case noAnswer(within: Duration)
    case hungUp
    case other(String)
}

extension Failure {
    package static func unreachable(_ socket: Socket, at path: String, _ obstacle: Obstacle) -> Failure {
        Failure(.unreachable, sentence(socket, path, obstacle))
    }

    private static func sentence(_ socket: Socket, _ path: String, _ obstacle: Obstacle) -> String {
        switch obstacle {
        case .noSocket:
            "there is no socket at \(path); \(start(socket, path))"
        case .notSocket(isFolder: true): "\(path) is a folder; name the socket in it"
        case .notSocket(isFolder: false): "\(path) is not a socket; name that of the daemon"
        case .noListener: "no daemon listens at \(path); \(start(socket, path))"
        case .forbidden where socket == .admin: "you may not use \(path); run this as root"
        case .forbidden(let group?):
            "you may not use \(path); ask to be added to the group '\(group)'"
        case .forbidden(nil):
            "you may not use \(path); SocketMode= and SocketGroup= of ossauthd.socket decide who may"
        case .noAnswer(let patience):
            "the daemon at \(path) did not answer within \(TimeSpan.text(of: patience)); "
                + "see 'systemctl status ossauthd'"
        case .hungUp: "the daemon at \(path) ended the connection without an answer; try again"
        case .other(let reason): "\(path) cannot be used: \(reason)"
        }
    }

    /// One remedy: an unusual path is more likely wrong than the daemon stopped.
    private static func start(_ socket: Socket, _ path: String) -> String {
        if path == SocketPath.api || path == SocketPath.admin, SystemdUnits.Manager.system.isThere {
            return "start the daemon with 'systemctl start ossauthd'"
        }
        return "start the daemon, or name its socket with \(socket == .admin ? "--admin-socket" : "--socket")"
    }

    init(_ error: DaemonError, from socket: Socket, at path: String) {
        switch error {
        case .unreachable(_, let reason): self = .unreachable(socket, at: path, Obstacle(reason, at: path))
        case .noAnswer(let patience): self = .unreachable(socket, at: path, .noAnswer(within: patience))
        case .hungUp: self = .unreachable(socket, at: path, .hungUp)
        case .refused, .keyChanged, .notUnderstood: self.init(error)
        }
    }

    /// Speaks with the daemon, and makes an error one of the program.
    static func asking<Value: ~Copyable>(
        _ path: String, within patience: Duration, _ body: @autoclosure () throws(ReachingError) -> Value
    ) throws(Failure) -> Value {
        try mapping(body()) { (error: ReachingError) in
            Failure(DaemonError(error, at: path, after: patience), from: .api, at: path)
        }
    }
}

extension Obstacle {
    fileprivate init(_ reason: DaemonError.Reason, at path: String) {
        switch reason {
        case .noSocket: self = .noSocket
        case .noListener: self = Obstacle(toConnectingTo: path)
        case .forbidden: self = .forbidden(group: Obstacle.group(of: path))
        case .other(let reason): self = .other(reason)
        }
    }

    /// The kernel reports the same error for another kind of file and for a socket without a listener.
    private init(toConnectingTo path: String) {
        let kind = try? FileStatus.existing(at: path)?.kind
        switch kind {
        case .socket, .symbolicLink, nil: self = .noListener
        case .directory, .regular, .other: self = .notSocket(isFolder: kind == .directory)
        }
    }

    /// The group whose members may connect.
    private static func group(of path: String) -> String? {
        guard let status = try? FileStatus.existing(at: path), status.mode & 0o020 != 0,
            // Membership in the group of root grants more than a socket.
            status.group != 0
        else { return nil }
        return try? Account.group(numbered: status.group)
    }
}

extension Failure {
    /// Makes an error one of the program, behind the words that say what failed.
    static func saying<Value: ~Copyable>(
        _ words: String, as status: ExitStatus = .usage, _ body: @autoclosure () throws(SystemError) -> Value
    ) throws(Failure) -> Value {
        try mapping(body()) { (error: SystemError) in Failure(status, "\(words): \(error)") }
    }

    /// Reads the command line, and makes an error one of the program.
    static func usage<Value>(_ read: @autoclosure () throws(UsageError) -> Value) throws(Failure) -> Value {
        try mapping(read()) { (error: UsageError) in Failure(error) }
    }
}
