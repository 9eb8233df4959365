internal import Contract
internal import JSON

/// Why the daemon did not do it (RFC 9457).
///
/// Decide by `kind`, not by the texts.
public struct DaemonProblem: Equatable, Sendable {
    /// What kind of problem it is.
    public internal(set) var kind = Kind("")
    /// The status of HTTP.
    public internal(set) var status = 0
    /// The kind in words.
    public internal(set) var title = ""
    /// What is wrong, and where.
    ///
    /// It never holds a secret.
    public internal(set) var detail = ""
    /// When it is worth to ask again.
    public internal(set) var retryAfter: Duration?
    /// Of the profile, where that is why.
    public internal(set) var state: SigningDaemon.State?
    /// Why the profile has no credential.
    public internal(set) var lastError: String?
    /// Of an internal error; the journal of the daemon has the same.
    public internal(set) var id: String?

    /// The name of a problem; a newer daemon may know more of them.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The word of the contract.
        public let name: String
        /// The word of the contract.
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
        /// More than the daemon takes at once.
        public static let tooLarge = Kind(.tooLarge)
        /// This process asks too often; `retryAfter` says when to go on.
        public static let rateLimited = Kind(.rateLimited)
        /// None is valid now, and none came in time.
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
    mutating func take(_ member: String, _ json: inout JSONReader) throws(JSONError) {
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

    var missing: String? { kind.name.isEmpty ? "type" : nil }
}
