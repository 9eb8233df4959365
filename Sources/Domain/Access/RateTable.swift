package import Time

/// What each user has used of the rates of the rules.
package struct RateTable {
    private struct Key: Hashable {
        var user: UInt32
        var rule: String
    }

    private var meter = Meter<Key>()

    package init() {}

    /// How long the user has to wait before he may use the rule again.
    package func wait(for rule: Rule, by user: UInt32, at now: Instant) -> Duration {
        guard let rate = rule.rate else { return .zero }
        return meter.wait(of: Key(user: user, rule: rule.name), for: rate, burst: rule.burst, at: now)
    }

    /// Counts what was granted.
    package mutating func take(_ count: Int, of rule: Rule, by user: UInt32, at now: Instant) {
        guard let rate = rule.rate else { return }
        meter.take(count, of: Key(user: user, rule: rule.name), for: rate, at: now)
    }

    /// The rules with their waits; only for callers who have a rule with a rate.
    package func waits(for rules: PeerRules, by user: UInt32, at now: Instant) -> PeerRules {
        var rules = rules
        rules.waits = rules.rules.map { wait(for: $0, by: user, at: now) }
        return rules
    }
}
