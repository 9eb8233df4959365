package import Time

/// That a program is to be started again when it has ended, and when it is killed because it does not end.
package struct Restart: Equatable, Sendable {
    /// How long a program may take to end, as with systemd.
    private static let patience = Duration.seconds(90)

    private var deadline: Instant?
    private var isForbidden = false

    package init() {}

    /// Whether the program is started when it has ended.
    package var isDue: Bool { deadline != nil && !isForbidden }

    /// It was asked to end; `false`: it is not to be, since that was asked before or it would not come back.
    package mutating func begin(at now: Instant) -> Bool {
        guard deadline == nil, !isForbidden else { return false }
        deadline = now + Restart.patience
        return true
    }

    /// Somebody told this program a signal: who ends it wants no other child, and who hangs up while one ends neither.
    package mutating func note(ends: Bool, hangsUp: Bool) {
        if ends || hangsUp && deadline != nil { isForbidden = true }
    }

    package func mustKill(at now: Instant) -> Bool { deadline.map { $0 <= now } ?? false }
}
