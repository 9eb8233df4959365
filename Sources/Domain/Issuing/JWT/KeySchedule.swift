package import Time

/// When the keys of an identity provider are fetched.
package struct KeySchedule: Sendable {
    /// Most providers announce a new key longer before they sign with it.
    private static let interval = Duration.seconds(3_600)
    /// The least time between two questions, whatever clients send.
    private static let pause = Duration.seconds(60)
    /// A fetch begins within a second, and takes less than another one.
    private static let usualFetch = 2
    /// A provider may have withdrawn a key of an older copy.
    private static let copyLife: Int64 = 7 * 86_400

    /// Whether the last fetch succeeded.
    package private(set) var isCurrent = false
    private var askedAt = Instant(nanosecondsSinceBoot: 0)
    private var due = Instant(nanosecondsSinceBoot: 0)

    package init() {}

    package static func isUsable(copyOf written: Timestamp, at now: Timestamp) -> Bool {
        now - written <= copyLife
    }

    package func isDue(at now: Instant) -> Bool { due <= now }

    package mutating func begin(at now: Instant) { askedAt = now }

    package mutating func end(_ succeeded: Bool) {
        isCurrent = succeeded
        due = askedAt + (succeeded ? KeySchedule.interval : KeySchedule.pause)
    }

    /// A token names a key that is not here, so the keys are fetched as soon as the pause allows.
    ///
    /// Returns the seconds until they are there; `nil`: the provider answered a moment ago.
    package mutating func missed(at now: Instant, isFetching: Bool) -> Int? {
        due = min(due, askedAt + KeySchedule.pause)
        if isFetching || due <= now { return KeySchedule.usualFetch }
        return isCurrent ? nil : Int((due - now).wholeSeconds) + KeySchedule.usualFetch
    }
}
