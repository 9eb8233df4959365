package import API

/// The kinds of requests that are counted apart.
package enum RequestKind: UInt8, CaseIterable, Sendable {
    case sign, presign, postPolicy, signString, forward
    /// The credential itself, by any route.
    case credentials
    /// Requests that change nothing.
    case read
    case administer
    /// There was no route: a wrong path, or invalid HTTP.
    case unknown

    package init(_ route: Route) {
        switch route {
        case .signing(.sign): self = .sign
        case .signing(.presign): self = .presign
        case .signing(.postPolicy): self = .postPolicy
        case .signing(.signString): self = .signString
        case .signing(.forward): self = .forward
        case .credentials, .issue, .compat: self = .credentials
        case _ where route.isAdmin: self = .administer
        default: self = .read
        }
    }

    var name: StaticString {
        switch self {
        case .sign: "sign"
        case .presign: "presign"
        case .postPolicy: "post-policy"
        case .signString: "sign-string"
        case .forward: "forward"
        case .credentials: "credentials"
        case .read: "read"
        case .administer: "administer"
        case .unknown: "unknown"
        }
    }
}

/// The outcomes of requests that are counted apart because an operator would react differently.
package enum Verdict: UInt8, CaseIterable, Sendable {
    case answered
    /// The rules do not grant it, or the remote signer does not.
    case notAllowed
    /// The rules grant it, but less often.
    case rateLimited
    /// The client made a mistake.
    case invalid
    /// The profile has no usable token.
    case noCredential
    /// The daemon failed.
    ///
    /// No problem of the API maps to it; it exists for alert rules that name it.
    case failed

    package init(_ problem: Problem) {
        switch problem {
        case .notAllowed, .signatureRefused: self = .notAllowed
        case .rateLimited: self = .rateLimited
        case .noCredential: self = .noCredential
        case .malformed, .invalidRequest, .noSuchProfile, .noProfiles, .profileNotNamed, .noSuchRoute,
            .methodNotAllowed,
            .tooLarge, .keyChanged:
            self = .invalid
        }
    }

    var name: StaticString {
        switch self {
        case .answered: "answered"
        case .notAllowed: "not-allowed"
        case .rateLimited: "rate-limited"
        case .invalid: "invalid"
        case .noCredential: "no-credential"
        case .failed: "failed"
        }
    }
}
