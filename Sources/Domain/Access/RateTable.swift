package import Time

/// The uses that each of many users has left of its rates.
package struct RateTable<Key: Hashable> {
    private(set) var allowances: [Key: Allowance] = [:]
    private var limit = 1_024

    package init() {}

    /// Makes one for a new key; a known one gets the present rate, and keeps its uses.
    package mutating func allowance(_ key: Key, _ rate: Rate, burst: Int?, at now: Instant) -> Allowance {
        if let known = allowances[key] {
            known.set(rate, burst: burst)
            return known
        }
        if allowances.count >= limit { removeUnused(at: now) }
        let new = Allowance(rate, burst: burst)
        allowances[key] = new
        return new
    }

    /// Removes unused allowances, except those that a connection refers to: the next connection of the user would count
    /// separately.
    private mutating func removeUnused(at now: Instant) {
        var unused: [Key] = []
        // `indices` would keep a copy of the whole dictionary.
        var index = allowances.startIndex
        while index != allowances.endIndex {
            if allowances.values[index].isFull(at: now), isKnownUniquelyReferenced(&allowances.values[index])
            {
                unused.append(allowances.keys[index])
            }
            allowances.formIndex(after: &index)
        }
        for key in unused { allowances[key] = nil }
        limit = max(1_024, 2 * allowances.count)
    }
}

/// A user, and the name of a rule with a rate.
package struct RatedRule: Hashable {
    let user: UInt32
    let rule: String
}

extension RateTable<RatedRule> {
    /// Connects the rules of a user with the uses of that user.
    package mutating func meter(_ rules: PeerRules, of user: UInt32, at now: Instant) -> MeteredRules {
        let allowances = rules.rules.map { rule in
            rule.rate.map {
                allowance(RatedRule(user: user, rule: rule.name), $0, burst: rule.burst, at: now)
            }
        }
        return MeteredRules(rules, allowances)
    }
}

/// The rules of a caller, with the uses of their rates.
package final class MeteredRules {
    private var rules: PeerRules
    /// `nil`: the rule has no rate.
    private let allowances: [Allowance?]

    init(_ rules: PeerRules, _ allowances: [Allowance?]) {
        self.rules = rules
        self.rules.waits = allowances.map { _ in .zero }
        self.allowances = allowances
    }

    /// The rules with their waits, in the same memory each time.
    package func rules(at now: Instant) -> PeerRules {
        for index in allowances.indices {
            if let allowance = allowances[index] { rules.waits[index] = allowance.wait(at: now) }
        }
        return rules
    }

    /// Counts grants of a rule.
    package func take(_ count: Int, of rule: Int, at now: Instant) {
        allowances[rule]?.take(count, at: now)
    }
}
