internal import Access
internal import HTTP
internal import Issuing
internal import Text

/// Why a request gets no token.
enum IssuingRefusal: Error {
    case noSuchRoute
    case methodNotAllowed(IssuingRoute)
    case unauthenticated
    case invalidToken(JWTError)
    /// `Deny=` names the user.
    case denied(ProvenName)
    /// No section is for the user.
    case noTerms(Identity)
    /// `Allow=` of the section lacks the operation.
    case noService(Principal, Operation)
    case noPolicy(Principal, reason: String)
    case malformed(QuestionError)
    case notGranted(Principal, Operation)
    /// The daemon refused what the rights of the user grant.
    case declined(Principal, Operation, OfDaemon)
    /// The one-time code is unknown, used or too old.
    case invalidCode
    /// The file of the users could not be changed.
    case notEnrolled(reason: String)
    case tooManyRequests(Principal, retryAfter: Int)
    case unavailable(retryAfter: Int)

    /// Why the daemon does not answer a question.
    enum OfDaemon {
        case byRules(String)
        /// A string is made for a key without a security token.
        case byKey(String)
        case otherwise(String)

        /// For the log.
        var explanation: String {
            switch self {
            case .byRules(let text), .otherwise(let text): text
            case .byKey(let text):
                "\(text); the profile needs a key without a security token, such as Source=static"
            }
        }
    }

    /// The groups in which refusals are counted.
    enum Kind: Int {
        case invalid, unauthenticated, forbidden, limited, unavailable
    }

    var kind: Kind {
        switch self {
        case .noSuchRoute, .methodNotAllowed, .malformed: .invalid
        case .unauthenticated, .invalidToken: .unauthenticated
        case .denied, .noTerms, .noService, .noPolicy, .notGranted, .declined, .invalidCode: .forbidden
        case .tooManyRequests: .limited
        case .unavailable, .notEnrolled: .unavailable
        }
    }

    var status: Status {
        switch self {
        case .noSuchRoute: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .unauthenticated, .invalidToken: .unauthorized
        case .denied, .noTerms, .noService, .noPolicy, .notGranted, .declined, .invalidCode: .forbidden
        case .malformed: .badRequest
        case .tooManyRequests: .tooManyRequests
        case .unavailable, .notEnrolled: .serviceUnavailable
        }
    }

    var code: StaticString {
        switch self {
        case .noSuchRoute: "NoSuchRoute"
        case .methodNotAllowed: "MethodNotAllowed"
        case .unauthenticated, .invalidToken: "Unauthenticated"
        case .denied, .noTerms, .noService, .noPolicy, .notGranted, .declined: "AccessDenied"
        case .malformed: "InvalidArgument"
        case .invalidCode: "InvalidCode"
        case .tooManyRequests: "TooManyRequests"
        case .unavailable, .notEnrolled: "ServiceUnavailable"
        }
    }

    /// For the client: what is wrong, and what to do.
    var message: String {
        switch self {
        case .noSuchRoute:
            "GET or POST /sts, GET /credentials, POST /presign, POST /form, POST /sign, POST /enrol, GET /health, GET /metrics"
        case .methodNotAllowed: "see Allow"
        case .unauthenticated:
            "send 'Authorization: Bearer TOKEN' with a token that is valid here, or a client certificate"
        case .invalidToken(let error): "the token is not accepted: \(error.rawValue)"
        case .denied: "this user is locked out here; ask the operator"
        case .noTerms:
            "this user is known, but no group or section of this server is for it; ask the operator"
        case .noService(_, let operation):
            "the rights of this user do not include \(operation.name); ask the operator"
        case .malformed(.notJSON): "the body is no JSON object"
        case .malformed(.member(let name)):
            "\(Quotation.of(name)) is missing, unknown, there twice, or has a value that is not possible"
        case .malformed(.string):
            "the string to sign is no request to OSS, or hides it: send a V1 string, or canonicalRequest with one of V4"
        case .notGranted: "the rights of this user do not grant this"
        case .declined(_, let operation, .byRules):
            "the rules of the daemon of this server do not grant \(operation.name); ask the operator"
        case .declined(_, _, .byKey):
            "the key of this server has a security token, so it signs no strings; ask the operator"
        case .declined(_, _, .otherwise): "the daemon of this server does not sign this; ask the operator"
        case .noPolicy: "the rights of this user cannot be expressed; ask the operator"
        case .invalidCode: "the code is unknown, used or too old; ask the operator for another one"
        case .notEnrolled: "the code was not used; try again"
        case .tooManyRequests(_, let seconds):
            "too many requests; try again in \(seconds) s, and keep each token for half of its life"
        case .unavailable(let seconds): "no token can be issued now; try again in \(seconds) s"
        }
    }

    /// For the log.
    var explanation: String {
        switch self {
        case .denied(let user): "\(user) is in Deny="
        case .noTerms(let identity): IssuingRefusal.explanation(ofMissingTerms: identity)
        case .noService(let user, let operation): "\(user): Allow= of \(user.section) lacks \(operation.name)"
        case .noPolicy(let user, let reason): "\(user): \(reason)"
        case .notGranted(let user, let operation):
            "\(user) asked for \(operation.name) of a request that \(user.section) does not grant"
        case .declined(let user, _, let refusal): "\(user): \(refusal.explanation)"
        case .notEnrolled(let reason): reason
        case .tooManyRequests(let user, _): "\(user) exceeds Rate= of \(user.section)"
        case .noSuchRoute, .methodNotAllowed, .malformed, .unauthenticated, .invalidToken, .invalidCode,
            .unavailable:
            message
        }
    }

    private static func explanation(ofMissingTerms identity: Identity) -> String {
        let proof = identity.name.proof.rawValue
        let section = "there is no [User \(identity.user)] for proof \(proof)"
        guard !identity.groups.isEmpty else { return "\(identity.name) is in no group, and \(section)" }
        let groups = identity.groups.prefix(5).map { Quotation.of($0) }.joined(separator: " ")
        return
            "\(identity.name): no [Group NAME] for proof \(proof) is among its groups \(groups), and \(section)"
    }

    /// The user whom the log names; empty if the request proved none.
    var subject: String {
        switch self {
        case .denied(let user): user.description
        case .noTerms(let identity): identity.name.description
        case .noService(let user, _), .noPolicy(let user, _), .notGranted(let user, _),
            .declined(let user, _, _),
            .tooManyRequests(let user, _):
            user.description
        case .noSuchRoute, .methodNotAllowed, .malformed, .unauthenticated, .invalidToken, .invalidCode,
            .notEnrolled, .unavailable:
            ""
        }
    }

    /// Refusals of one kind and one user are alike in the log.
    var logKind: String {
        switch self {
        case .denied: "denied"
        case .noTerms: "no terms"
        case .noService(_, let operation): "no \(operation.name)"
        case .noPolicy: "no policy"
        case .notGranted(_, let operation): "\(operation.name) not granted"
        case .declined(_, let operation, _): "\(operation.name) declined"
        case .invalidToken(let error): error.rawValue
        case .noSuchRoute, .methodNotAllowed, .malformed, .unauthenticated, .invalidCode, .notEnrolled,
            .tooManyRequests, .unavailable:
            "\(code)"
        }
    }

    var retryAfter: Int? {
        switch self {
        case .tooManyRequests(_, let seconds), .unavailable(let seconds): seconds
        case .notEnrolled: 1
        case .noSuchRoute, .methodNotAllowed, .malformed, .unauthenticated, .invalidToken, .denied, .noTerms,
            .noService, .noPolicy, .notGranted, .declined, .invalidCode:
            nil
        }
    }
}
