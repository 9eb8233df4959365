package import API

/// How a request ended, as far as it is counted apart: what an operator would act upon differently.
package enum Verdict: UInt8, CaseIterable, Sendable {
    case answered
    /// The rules do not grant it.
    case notAllowed
    /// They do, but not so often.
    case rateLimited
    /// The client is to blame.
    case invalid
    /// The profile has no usable token.
    case noCredential
    /// We are to blame.
    ///
    /// No problem of the API says so: it stays for those whose rules for alerts name it.
    case failed

    package init(_ problem: Problem) {
        switch problem {
        case .notAllowed: self = .notAllowed
        case .rateLimited: self = .rateLimited
        case .noCredential: self = .noCredential
        case .malformed, .invalidRequest, .noSuchProfile, .profileNotNamed, .noSuchRoute, .methodNotAllowed,
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
