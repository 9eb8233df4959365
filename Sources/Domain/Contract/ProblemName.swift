/// What a problem is called, by which clients tell one from another.
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

    /// What stands before the name in the type of a problem.
    package static let prefix = "urn:ossauthd:problem:"

    /// The name in the type of a problem; `nil`: one that a newer daemon may know.
    package init?(type: String) {
        guard type.hasPrefix(ProblemName.prefix) else { return nil }
        self.init(rawValue: String(type.dropFirst(ProblemName.prefix.count)))
    }
}
