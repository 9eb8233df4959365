package import Time

/// What each user has used of the rates of the rules.
///
/// A user may have as much at once as `Burst=` says, and then as it grows back. What comes in one piece is not cut: it
/// may go below nothing, and the wait for the next is as much longer.
package struct RateTable {
    private struct Key: Hashable {
        var user: UInt32
        var rule: String
    }

    /// When all that was used will have grown back.
    private var fullAt: [Key: Instant] = [:]
    private var limit = 1_024

    package init() {}

    /// How long the user has to wait before he may use the rule again.
    package func wait(for rule: Rule, by user: UInt32, at now: Instant) -> Duration {
        guard let rate = rule.rate, let full = fullAt[Key(user: user, rule: rule.name)], full > now else {
            return .zero
        }
        let room = rate.time(for: (rule.burst ?? rate.count) - 1)
        return max(.zero, full - now - room)
    }

    /// Counts what was granted.
    package mutating func take(_ count: Int, of rule: Rule, by user: UInt32, at now: Instant) {
        guard let rate = rule.rate else { return }
        let key = Key(user: user, rule: rule.name)
        fullAt[key] = max(fullAt[key] ?? now, now) + rate.time(for: count)
        if fullAt.count > limit { forgetFull(at: now) }
    }

    /// The rules with their waits; only for callers who have a rule with a rate.
    package func waits(for rules: PeerRules, by user: UInt32, at now: Instant) -> PeerRules {
        var rules = rules
        rules.waits = rules.rules.map { wait(for: $0, by: user, at: now) }
        return rules
    }

    /// Who has all that he may have is as good as unknown.
    private mutating func forgetFull(at now: Instant) {
        fullAt = fullAt.filter { $0.value > now }
        limit = max(1_024, 2 * fullAt.count)
    }
}

extension Rate {
    /// In which time so much grows back.
    fileprivate func time(for count: Int) -> Duration {
        interval * count / self.count
    }
}
