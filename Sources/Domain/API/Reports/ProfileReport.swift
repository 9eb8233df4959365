package import Bytes
internal import JSON
package import Time
package import Tokens

/// What the API tells of a profile.
package struct ProfileReport {
    /// A file for programs that cannot ask.
    package struct Sink {
        package var name: String
        /// Whether it could be written when that was last tried.
        package var isFresh: Bool

        package init(name: String, isFresh: Bool) {
            self.name = name
            self.isFresh = isFresh
        }
    }

    package var name: String
    package var source: String
    package var state: ProfileState
    /// 0: there was none yet.
    package var generation: Int
    package var expiration: Timestamp?
    package var remainingSeconds: Int?
    package var fetchedAt: Timestamp?
    package var nextRefreshAt: Timestamp?
    package var consecutiveFailures: Int
    package var lastError: String?
    /// When the first attempt failed of those without a token since.
    package var failingSince: Timestamp?
    /// How far the clock of the profile's servers is ahead of this host's.
    package var clockSkewSeconds = 0
    /// What will not go, or does not go now, as the configuration wants.
    package var warnings: [String] = []
    /// Whether the last token could be kept for the next start.
    package var isCached = true
    package var sinks: [Sink] = []
    /// Whether readiness depends on it.
    package var isRequired = true
    /// Whether a token is fetched only when somebody asks for one.
    package var isLazy = false
    /// Whether a token is being fetched.
    package var isFetching = false
    /// When the operator let the token be forgotten, since which there was none.
    package var forgottenAt: Timestamp?

    package init(
        name: String, source: String, state: ProfileState, consecutiveFailures: Int, lastError: String?
    ) {
        self.name = name
        self.source = source
        self.state = state
        self.consecutiveFailures = consecutiveFailures
        self.lastError = lastError
        generation = 0
    }

    /// What the credential itself tells.
    package mutating func describe(_ credential: Credential, at now: Timestamp) {
        generation = credential.generation
        fetchedAt = credential.fetchedAt
        expiration = credential.expiration
        remainingSeconds = credential.expiration.map { Int(max(0, $0 - now)) }
    }
}

extension ByteBuffer {
    package mutating func append(_ report: ProfileReport) {
        beginObject()
        member("name", report.name)
        member("source", report.source)
        member("state", report.state.name)
        member("generation", report.generation)
        member("expiration", orNull: report.expiration)
        member("remainingSeconds", orNull: report.remainingSeconds)
        member("fetchedAt", orNull: report.fetchedAt)
        member("nextRefreshAt", orNull: report.nextRefreshAt)
        member("consecutiveFailures", report.consecutiveFailures)
        member("lastError", orNull: report.lastError)
        member("failingSince", orNull: report.failingSince)
        member("clockSkewSeconds", report.clockSkewSeconds)
        member("warnings", report.warnings)
        member("required", report.isRequired)
        member("forgottenAt", orNull: report.forgottenAt)
        member("fetching", report.isFetching)
        endObject()
    }
}
