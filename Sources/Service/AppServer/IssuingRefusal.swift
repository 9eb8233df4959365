internal import HTTP
internal import Issuing
internal import Text

/// Why a request gets no token.
enum IssuingRefusal: Error {
    case noSuchRoute
    case methodNotAllowed(IssuingRoute)
    case unauthenticated
    case invalidToken(JWTError)
    case noTerms(UserName)
    case noPolicy(UserName, reason: String)
    case malformed(QuestionError)
    case notGranted(UserName)
    /// The daemon refused what the rights of the user grant.
    case declined(UserName, reason: String)
    /// The one-time code is unknown, used or too old.
    case invalidCode
    /// The file of the users could not be changed.
    case notEnrolled(reason: String)
    case tooManyRequests(UserName, retryAfter: Int)
    case unavailable(retryAfter: Int)
}

extension IssuingRefusal {
    /// The groups in which refusals are counted.
    enum Kind: Int {
        case invalid, unauthenticated, forbidden, limited, unavailable
    }

    var kind: Kind {
        switch self {
        case .noSuchRoute, .methodNotAllowed, .malformed: .invalid
        case .unauthenticated, .invalidToken: .unauthenticated
        case .noTerms, .noPolicy, .notGranted, .declined, .invalidCode: .forbidden
        case .tooManyRequests: .limited
        case .unavailable, .notEnrolled: .unavailable
        }
    }

    var status: Status {
        switch self {
        case .noSuchRoute: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .unauthenticated, .invalidToken: .unauthorized
        case .noTerms, .noPolicy, .notGranted, .declined, .invalidCode: .forbidden
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
        case .noTerms, .noPolicy, .notGranted, .declined: "AccessDenied"
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
        case .noTerms: "this user is known but has no rights here; ask the operator"
        case .malformed(.notJSON): "the body is no JSON object"
        case .malformed(.member(let name)):
            "\(Quotation.of(name)) is missing, unknown, there twice, or has a value that is not possible"
        case .malformed(.string):
            "the string to sign is no request to OSS, or hides it: send a V1 string, or canonicalRequest with one of V4"
        case .notGranted: "the rights of this user do not grant this"
        case .declined: "the daemon of this server does not sign this; ask the operator"
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
        case .noTerms(let user): "\(user) has neither a [User NAME] section nor a group of the configuration"
        case .noPolicy(let user, let reason): "\(user): \(reason)"
        case .notGranted(let user): "\(user) asked for a signature that its rights do not grant"
        case .declined(let user, let reason): "\(user): \(reason)"
        case .notEnrolled(let reason): reason
        case .tooManyRequests(let user, _): "\(user) exceeds its Rate="
        case .noSuchRoute, .methodNotAllowed, .malformed, .unauthenticated, .invalidToken, .invalidCode,
            .unavailable:
            message
        }
    }

    var retryAfter: Int? {
        switch self {
        case .tooManyRequests(_, let seconds), .unavailable(let seconds): seconds
        case .notEnrolled: 1
        case .noSuchRoute, .methodNotAllowed, .malformed, .unauthenticated, .invalidToken, .noTerms,
            .noPolicy, .notGranted, .declined, .invalidCode:
            nil
        }
    }
}
