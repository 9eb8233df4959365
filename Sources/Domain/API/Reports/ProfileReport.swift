package import Bytes
package import Contract
internal import JSON
package import Time
package import Tokens

/// The state of a profile as the API reports it.
package struct ProfileReport {
    /// A credential file for programs that cannot call the API.
    package struct Sink {
        package var name: String
        /// Whether the last attempt to write it succeeded.
        package var isFresh: Bool

        package init(name: String, isFresh: Bool) {
            self.name = name
            self.isFresh = isFresh
        }
    }

    package var name: String
    package var source: String
    package var state: ProfileState
    /// 0: there was no credential yet.
    package var generation: Int
    package var expiration: Timestamp?
    package var remainingSeconds: Int?
    package var fetchedAt: Timestamp?
    package var nextRefreshAt: Timestamp?
    package var consecutiveFailures: Int
    package var lastError: String?
    package var lastErrorCode: FailureCode?
    /// The time of the first failure since the last success.
    package var failingSince: Timestamp?
    /// How far the clock of the profile's servers is ahead of this host's.
    package var clockSkewSeconds = 0
    /// Settings of the profile that do not work, or do not work now.
    package var warnings: [String] = []
    /// Whether the last token was written to the cache.
    package var isCached = true
    package var sinks: [Sink] = []
    /// Whether the daemon is ready only if this profile can sign.
    package var isRequired = true
    /// Whether a token is fetched only on request.
    package var isLazy = false
    /// Whether a token is being fetched.
    package var isFetching = false
    /// When the administrator deleted the token; `nil` once there is another.
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

    /// Sets the members that describe the credential.
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
        member("lastErrorCode", orNull: report.lastErrorCode?.rawValue)
        member("failingSince", orNull: report.failingSince)
        member("clockSkewSeconds", report.clockSkewSeconds)
        member("warnings", report.warnings)
        member("required", report.isRequired)
        member("forgottenAt", orNull: report.forgottenAt)
        member("fetching", report.isFetching)
        endObject()
    }

    mutating func member(_ name: StaticString, orNull time: Timestamp?) {
        self.name(name)
        guard let time else { return null() }
        append(UInt8(ascii: "\""))
        append(rfc3339: time)
        append(UInt8(ascii: "\""))
    }
}
