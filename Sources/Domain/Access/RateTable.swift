package import Time

/// The uses of each user of the rates of the rules.
package struct RateTable {
    struct Key: Hashable {
        var user: UInt32
        var rule: String
    }

    private(set) var allowances: [Key: Allowance] = [:]
    private var limit = 1_024

    package init() {}

    /// Connects the rules of a user with the uses of that user.
    package mutating func meter(_ rules: PeerRules, of user: UInt32, at now: Instant) -> MeteredRules {
        let metered = MeteredRules(rules, rules.rules.map { allowance(of: $0, for: user) })
        if allowances.count > limit { removeUnused(at: now) }
        return metered
    }

    private mutating func allowance(of rule: Rule, for user: UInt32) -> Allowance? {
        guard let rate = rule.rate else { return nil }
        let key = Key(user: user, rule: rule.name)
        if let known = allowances[key] {
            known.set(rate, burst: rule.burst)
            return known
        }
        let new = Allowance(rate, burst: rule.burst)
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
