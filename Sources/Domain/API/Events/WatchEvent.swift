package import Bytes
internal import JSON
package import Time
package import Tokens

/// Something that happened to a profile, or to all of them, for those who watch.
package struct WatchEvent {
    package enum Kind {
        case rotated(generation: Int, expiration: Timestamp?)
        case refreshFailed(Failure)
        case expired(generation: Int)
        /// Readers see it in the state, which they get anew.
        case forgotten
        case reloaded
    }

    package struct Failure {
        package var kind: RefreshFailure
        package var error: String
        package var consecutiveFailures: Int
        package var nextAttemptAt: Timestamp?

        package init(
            _ kind: RefreshFailure, error: String, consecutiveFailures: Int, nextAttemptAt: Timestamp?
        ) {
            self.kind = kind
            self.error = error
            self.consecutiveFailures = consecutiveFailures
            self.nextAttemptAt = nextAttemptAt
        }
    }

    package var kind: Kind
    package var time: Timestamp
    /// `nil`: all of them.
    package var profile: String?

    package init(_ kind: Kind, of profile: String?, at time: Timestamp) {
        self.kind = kind
        self.profile = profile
        self.time = time
    }

    /// Whether more than this profile's token is another now.
    package var changesState: Bool {
        switch kind {
        case .forgotten, .reloaded: true
        case .rotated, .refreshFailed, .expired: false
        }
    }
}

extension ByteBuffer {
    /// What a reader gets first, and again whenever single events would not tell him all.
    package mutating func append(lineOfState reports: [ProfileReport]) {
        beginLine("state")
        member(array: "profiles") { profiles in
            for report in reports { profiles.append(report) }
        }
        endLine()
    }

    /// `profiles`: the names of those that the reader may see.
    package mutating func append(lineOf event: WatchEvent, among profiles: [String]) {
        switch event.kind {
        case .forgotten: return
        case .rotated(let generation, let expiration):
            begin("rotated", event)
            member("generation", generation)
            member("expiration", orNull: expiration)
        case .expired(let generation):
            begin("expired", event)
            member("generation", generation)
        case .refreshFailed(let failure):
            begin("refreshFailed", event)
            append(failure)
        case .reloaded:
            begin("reloaded", event)
            member("profiles", profiles)
        }
        endLine()
    }

    private mutating func append(_ failure: WatchEvent.Failure) {
        member("kind", failure.kind.name)
        member("error", failure.error)
        member("consecutiveFailures", failure.consecutiveFailures)
        member("nextAttemptAt", orNull: failure.nextAttemptAt)
    }

    private mutating func begin(_ name: StaticString, _ event: WatchEvent) {
        beginLine(name)
        member("time", orNull: event.time)
        member("profile", ifAny: event.profile)
    }

    private mutating func beginLine(_ event: StaticString) {
        beginObject()
        member("event", event)
    }

    private mutating func endLine() {
        endObject()
        append(UInt8(ascii: "\n"))
    }
}

extension RefreshFailure {
    fileprivate var name: StaticString {
        switch self {
        case .passing: "passing"
        case .throttled: "throttled"
        case .permanent: "permanent"
        }
    }
}
