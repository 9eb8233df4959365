/// The name of a problem, by which clients distinguish problems.
package enum ProblemName: String, CaseIterable, Sendable {
    case malformed
    case invalidRequest = "invalid-request"
    case notAllowed = "not-allowed"
    case noSuchProfile = "no-such-profile"
    case noSuchRoute = "no-such-route"
    case methodNotAllowed = "method-not-allowed"
    case keyChanged = "key-changed"
    case tooLarge = "too-large"
    case rateLimited = "rate-limited"
    case noCredential = "no-credential"
    case internalError = "internal"

    /// The part of a problem type before the name.
    package static let prefix = "urn:ossauthd:problem:"
}

/// The state of a profile, in the words that the daemon writes and its clients read.
package enum StateWord: String, CaseIterable, Sendable {
    case fresh, aging, stale, expired, never

    /// Whether a profile in this state signs.
    package var signs: Bool { self != .expired && self != .never }

    /// The same for a text from the daemon; an unknown state does not sign.
    package static func signs(in word: String) -> Bool { StateWord(rawValue: word)?.signs == true }
}

/// The limits of a request for many URLs: they bound how long one client delays the others.
package enum PresignLimit {
    package static let keys = 1_000
    /// A body with many keys may be longer than that of any other request.
    package static let bodyBytes = 2 * 1_048_576
    /// Each URL repeats what all share, and other clients wait meanwhile: 10 ms at this size.
    package static let sharedBytes = 4 * 1_048_576
}
