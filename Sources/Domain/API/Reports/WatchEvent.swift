package import Bytes
internal import JSON
package import Time
package import Tokens

/// An event of one profile or of all profiles, for the clients of `GET /v1/watch`.
package struct WatchEvent {
    package enum Kind {
        case rotated(generation: Int, expiration: Timestamp?)
        case refreshFailed(Failure)
        case expired(generation: Int)
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
    /// `nil`: all profiles.
    package var profile: String?

    package init(_ kind: Kind, of profile: String?, at time: Timestamp) {
        self.kind = kind
        self.profile = profile
        self.time = time
    }

    /// Whether more than the token of this profile changed.
    package var changesState: Bool {
        switch kind {
        case .reloaded: true
        case .rotated, .refreshFailed, .expired, .forgotten: false
        }
    }
}

extension ByteBuffer {
    /// The first line for each reader, which is sent again whenever single events are not enough.
    package mutating func append(lineOfState reports: [ProfileReport]) {
        beginLine("state")
        member(array: "profiles") { profiles in
            for report in reports { profiles.append(report) }
        }
        endLine()
    }

    /// `profiles`: the names of the profiles that the reader may see.
    package mutating func append(lineOf event: WatchEvent, among profiles: [String]) {
        switch event.kind {
        case .forgotten: begin("forgotten", event)
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

/// The last events, stored once for all readers; each reader keeps the number of its next event.
///
/// A slow reader thus needs no memory of its own and delays no other reader.
package struct EventFeed {
    /// More than the events of one loop iteration on an ordinary day; a reader further behind gets the state instead.
    package static let capacity = 256

    /// A ring buffer once it is full: event number `n` is at `n` modulo the capacity.
    private var events: [WatchEvent] = []
    /// The number of the next event.
    package private(set) var end = 0

    package init() {}

    /// The number of the oldest stored event.
    package var start: Int { end - events.count }

    package mutating func append(_ event: WatchEvent) {
        if events.count < EventFeed.capacity {
            events.append(event)
        } else {
            events[end % EventFeed.capacity] = event
        }
        end += 1
    }

    package subscript(number: Int) -> WatchEvent {
        precondition(start <= number && number < end)
        return events[number % EventFeed.capacity]
    }
}
