internal import Kernel
internal import Reaching

/// Why the daemon gave no answer, or none that is a success.
public enum DaemonError: Error, Equatable, Sendable {
    /// Nobody can be reached at the socket.
    case unreachable(socket: String, Reason)
    /// The time was over. What was asked may still be done; a signature that nobody got harms nobody.
    case noAnswer(within: Duration)
    /// The daemon ended the connection, twice; most likely it is being stopped.
    case hungUp
    /// The daemon said no, and why.
    case refused(DaemonProblem)
    /// What answers does not keep to the contract.
    case notUnderstood(String)
    /// The daemon signs with another key than the string was made for: make it again.
    case keyChanged

    /// Why nobody can be reached.
    public enum Reason: Equatable, Sendable {
        case noSocket
        case nobodyListens
        /// This process may not use the socket.
        case forbidden
        case other(String)
    }
}

extension DaemonError {
    /// What was refused, and why, where that is how it ended.
    public var problem: DaemonProblem? {
        guard case .refused(let problem) = self else { return nil }
        return problem
    }

    /// Whether the same call may do better without anybody's help.
    public var isPassing: Bool {
        switch self {
        case .unreachable(_, .noSocket), .unreachable(_, .forbidden), .notUnderstood: false
        case .unreachable, .noAnswer, .hungUp, .keyChanged: true
        case .refused(let problem): problem.kind == .noCredential || problem.kind == .rateLimited
        }
    }
}

extension DaemonError {
    init(_ error: ReachingError, of daemon: SigningDaemon) {
        switch error {
        case .system(let error) where error.cause == .timedOut: self = .noAnswer(within: daemon.patience)
        case .system(let error): self = .unreachable(socket: daemon.socket, Reason(error))
        case .hungUp: self = .hungUp
        case .notHTTP(let error): self = .notUnderstood("what answers is not the daemon: \(error)")
        case .unknownForm:
            self = .notUnderstood("the daemon answered in a way that this library does not know")
        case .tooLong(let limit): self = .notUnderstood("the answer is longer than \(limit) bytes")
        }
    }

    init(_ reply: borrowing Reply) {
        do throws(DaemonError) {
            var problem = try DaemonProblem(reply.body)
            problem.status = reply.code
            if let seconds = reply.retryAfter { problem.retryAfter = .seconds(seconds) }
            self = problem.kind == .keyChanged ? .keyChanged : .refused(problem)
        } catch {
            self = .notUnderstood("the daemon answered \(reply.code) without an explanation")
        }
    }
}

extension DaemonError.Reason {
    fileprivate init(_ error: SystemError) {
        switch error.cause {
        case .missing: self = .noSocket
        case .refused: self = .nobodyListens
        case .forbidden: self = .forbidden
        default: self = .other(error.description)
        }
    }
}

extension DaemonError: CustomStringConvertible {
    /// One sentence that says what to do; without a secret.
    public var description: String {
        switch self {
        case .unreachable(let socket, .noSocket):
            "there is no socket at \(socket); start the daemon, or say where it is in OSSAUTHD_SOCKET"
        case .unreachable(let socket, .nobodyListens): "nobody listens at \(socket); start the daemon"
        case .unreachable(let socket, .forbidden):
            "this process may not use \(socket); make its user a member of the group that owns it"
        case .unreachable(let socket, .other(let reason)): "\(socket) cannot be used: \(reason)"
        case .noAnswer(let patience): "the daemon did not answer within \(patience)"
        case .hungUp: "the daemon ended the connection without an answer; ask again"
        case .refused(let problem): problem.description
        case .notUnderstood(let reason): reason
        case .keyChanged: "the daemon has another key by now; make the string anew for that one"
        }
    }
}
