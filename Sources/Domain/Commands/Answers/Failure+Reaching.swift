internal import Time

/// Why no conversation with the daemon came about.
package enum Obstacle: Equatable, Sendable {
    case noSocket
    /// A folder, or any other file.
    case notSocket(isFolder: Bool)
    case nobodyListens
    /// `group`: whose members may use the socket, if they may.
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
        case .nobodyListens: "no daemon listens at \(path); \(start(socket, path))"
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

    /// One remedy: another path than the usual one is more likely wrong than the daemon away.
    private static func start(_ socket: Socket, _ path: String) -> String {
        guard path != SocketPath.api, path != SocketPath.admin else {
            return "start the daemon with 'systemctl start ossauthd'"
        }
        return "start the daemon, or name its socket with \(socket == .admin ? "--admin-socket" : "--socket")"
    }
}
