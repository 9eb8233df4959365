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

    /// A request that got no answer, or one that cannot be used.
    init(_ error: DaemonError, from socket: Socket, at path: String) {
        switch error {
        case .unreachable(_, let reason):
            self.init(.unreachable, Failure.sentence(reason, socket, path))
        case .noAnswer(let patience):
            self.init(
                .unreachable,
                "the daemon at \(path) did not answer within \(TimeSpan.text(of: patience)); "
                    + "see 'systemctl status ossauthd'")
        case .hungUp:
            self.init(
                .unreachable, "the daemon at \(path) ended the connection without an answer; try again")
        case .refused, .keyChanged, .notUnderstood: self.init(error)
        }
    }

    private static func sentence(_ reason: DaemonError.Reason, _ socket: Socket, _ path: String) -> String {
        switch reason {
        case .noSocket: return "there is no socket at \(path); \(start(socket, path))"
        case .noListener:
            // The kernel reports the same error for another kind of file and for a socket without a listener.
            switch (try? FileStatus.existing(at: path))?.kind {
            case .socket, .symbolicLink, nil: return "no daemon listens at \(path); \(start(socket, path))"
            case .directory: return "\(path) is a folder; name the socket in it"
            case .regular, .other: return "\(path) is not a socket; name that of the daemon"
            }
        case .forbidden where socket == .admin: return "you may not use \(path); run this as root"
        case .forbidden:
            let remedy = group(of: path).map { "ask to be added to the group '\($0)'" }
            return "you may not use \(path); "
                + (remedy ?? "SocketMode= and SocketGroup= of ossauthd.socket decide who may")
        case .other(let reason): return "\(path) cannot be used: \(reason)"
        }
    }

    /// The group whose members may connect; `nil`: no group may.
    private static func group(of path: String) -> String? {
        guard let status = try? FileStatus.existing(at: path), status.mode & 0o020 != 0,
            // Membership in the group of root grants more than a socket.
            status.group != 0
        else { return nil }
        return try? Account.group(numbered: status.group)
    }

    /// One remedy: an unusual path is more likely wrong than the daemon stopped.
    private static func start(_ socket: Socket, _ path: String) -> String {
        if path == SocketPath.api || path == SocketPath.admin, SystemdUnits.Manager.system.isThere {
            return "start the daemon with 'systemctl start ossauthd'"
        }
        return "start the daemon, or name its socket with \(socket == .admin ? "--admin-socket" : "--socket")"
    }

    /// Speaks with the daemon, and makes an error one of the program.
    static func asking<Value: ~Copyable>(
        _ path: String, within patience: Duration, _ body: @autoclosure () throws(ReachingError) -> Value
    ) throws(Failure) -> Value {
        try mapping(body()) { (error: ReachingError) in
            Failure(DaemonError(error, at: path, after: patience), from: .api, at: path)
        }
    }

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

    /// Reads an answer, and makes an error one of the program.
    static func reading<Value: ~Copyable>(
        _ read: @autoclosure () throws(DaemonError) -> Value
    ) throws(Failure) -> Value {
        try mapping(read()) { (error: DaemonError) in Failure(error) }
    }
}

extension Answer {
    /// Reads the body of an answer.
    init(reading body: Span<UInt8>) throws(Failure) {
        self = try Failure.reading(Self(body))
    }
}
