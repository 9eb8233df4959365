internal import Contract
package import JSON
internal import Kernel
package import Reaching

/// Why a call has no successful answer.
public enum DaemonError: Error, Equatable, Sendable {
    /// No daemon can be reached at the socket.
    case unreachable(socket: String, Reason)
    /// The answer took too long. The daemon may still have done what it was asked to do; an unused signature does no harm.
    case noAnswer(within: Duration)
    /// The daemon closed the connection, twice; most likely it is being stopped.
    case hungUp
    /// The daemon refused, and says why.
    case refused(DaemonProblem)
    /// The answer breaks the contract of the API.
    case notUnderstood(String)
    /// The daemon signs with another key than the string was made for: make the string again.
    case keyChanged

    /// Why no daemon can be reached.
    public enum Reason: Equatable, Sendable {
        /// There is no socket at the path.
        case noSocket
        /// There is a socket, but no daemon that listens.
        case noListener
        /// This process may not use the socket.
        case forbidden
        /// Another error of the system, in words.
        case other(String)
    }

    /// The refusal of the daemon; `nil`: the call failed in another way.
    public var problem: DaemonProblem? {
        guard case .refused(let problem) = self else { return nil }
        return problem
    }

    /// Whether the same call may succeed later without a change by an operator.
    public var isPassing: Bool {
        switch self {
        case .unreachable(_, .noSocket), .unreachable(_, .forbidden), .notUnderstood: false
        case .unreachable, .noAnswer, .hungUp, .keyChanged: true
        case .refused(let problem): problem.kind == .noCredential || problem.kind == .rateLimited
        }
    }

    package init(_ error: ReachingError, at socket: String, after patience: Duration) {
        switch error {
        case .system(let error) where error.cause == .timedOut: self = .noAnswer(within: patience)
        case .system(let error): self = .unreachable(socket: socket, Reason(error))
        case .hungUp: self = .hungUp
        case .notHTTP(let error):
            self = .notUnderstood("the process at \(socket) is not ossauthd: \(error)")
        case .unknownForm:
            self = .notUnderstood("the daemon answered in a way that this program does not know")
        case .tooLong(let limit):
            self = .notUnderstood("the answer of the daemon is longer than \(limit / 1_048_576) MiB")
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
        case .refused: self = .noListener
        case .forbidden: self = .forbidden
        default: self = .other(error.description)
        }
    }
}

extension DaemonError: CustomStringConvertible {
    /// One sentence that says what to do; it never contains a secret.
    public var description: String {
        switch self {
        case .unreachable(let socket, .noSocket):
            "there is no socket at \(socket); start the daemon, or say where it is in OSSAUTHD_SOCKET"
        case .unreachable(let socket, .noListener): "no daemon listens at \(socket); start the daemon"
        case .unreachable(let socket, .forbidden):
            "this process may not use \(socket); make its user a member of the group that owns it"
        case .unreachable(let socket, .other(let reason)): "\(socket) cannot be used: \(reason)"
        case .noAnswer(let patience): "the daemon did not answer within \(patience)"
        case .hungUp: "the daemon ended the connection without an answer; ask again"
        case .refused(let problem): problem.description
        case .notUnderstood(let reason): reason
        case .keyChanged: "the daemon has another key by now; make the string again for that one"
        }
    }
}

/// A refusal of the daemon (RFC 9457).
///
/// Decide by `kind`, not by the texts.
public struct DaemonProblem: Equatable, Sendable {
    /// The kind of the problem.
    public internal(set) var kind = Kind("")
    /// The status of HTTP.
    public internal(set) var status = 0
    /// The kind in words.
    public internal(set) var title = ""
    /// The error and its place.
    ///
    /// It never holds a secret.
    public internal(set) var detail = ""
    /// When to ask again, where that can help.
    public internal(set) var retryAfter: Duration?
    /// The state of the profile, where that is the cause.
    public internal(set) var state: SigningDaemon.State?
    /// Why the profile has no credential.
    public internal(set) var lastError: String?
    /// The id of an internal error, which the journal of the daemon has too.
    public internal(set) var id: String?

    package init() {}

    /// The name of a problem; a newer daemon may know more of them.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The word of the API.
        public let name: String
        /// The word of the API.
        public var description: String { name }

        init(_ name: ProblemName) {
            self.name = name.rawValue
        }

        init(_ type: String) {
            name = type.split(separator: ":").last.map(String.init) ?? ""
        }

        /// No JSON, a wrong type, an unknown or a missing member, or over a limit.
        public static let malformed = Kind(.malformed)
        /// Well formed, but no request to OSS.
        public static let invalidRequest = Kind(.invalidRequest)
        /// The rules of this caller do not grant it.
        public static let notAllowed = Kind(.notAllowed)
        /// Unknown, or none was named and this process may use none.
        public static let noSuchProfile = Kind(.noSuchProfile)
        /// A string is made for another key or token than the profile has now.
        public static let keyChanged = Kind(.keyChanged)
        /// The daemon is older than this library.
        public static let noSuchRoute = Kind(.noSuchRoute)
        /// More than the daemon accepts at once.
        public static let tooLarge = Kind(.tooLarge)
        /// This process asks too often; `retryAfter` says when to go on.
        public static let rateLimited = Kind(.rateLimited)
        /// No credential is valid now, and none was received in time.
        public static let noCredential = Kind(.noCredential)
        /// A fault of the daemon; its journal says more.
        public static let internalError = Kind(.internalError)
    }
}

extension DaemonProblem: CustomStringConvertible {
    /// Title, detail and last error in one line.
    public var description: String {
        var sentence = detail.isEmpty ? title : "\(title): \(detail)"
        if let lastError { sentence += "; last error: \(lastError)" }
        return sentence
    }
}

extension DaemonProblem: Answer {
    package mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
        switch member {
        case "type": kind = Kind(try json.text())
        case "title": title = try json.text()
        case "detail": detail = try json.text()
        case "retryAfter": retryAfter = try json.integerOrNull().map { .seconds($0) }
        case "state": state = try json.textOrNull().map(SigningDaemon.State.init)
        case "lastError": lastError = try json.textOrNull()
        case "id": id = try json.textOrNull()
        default: try json.skipValue()
        }
    }

    package var missing: String? { title.isEmpty ? "title" : nil }
}
