package import Time

/// What each user has used of the rates of the rules.
package struct RateTable {
    struct Key: Hashable {
        var user: UInt32
        var rule: String
    }

    private(set) var allowances: [Key: Allowance] = [:]
    private var limit = 1_024

    package init() {}

    /// The rules of a user with what he has used of them.
    package mutating func meter(_ rules: PeerRules, of user: UInt32, at now: Instant) -> MeteredRules {
        let metered = MeteredRules(rules, rules.rules.map { allowance(of: $0, for: user) })
        if allowances.count > limit { forgetFull(at: now) }
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

    /// Those that somebody holds on to stay: he would count at one, and the next of the same user at another.
    private mutating func forgetFull(at now: Instant) {
        var forgotten: [Key] = []
        // Not over their indices, which hold a copy of all.
        var index = allowances.startIndex
        while index != allowances.endIndex {
            if allowances.values[index].isFull(at: now), isKnownUniquelyReferenced(&allowances.values[index])
            {
                forgotten.append(allowances.keys[index])
            }
            allowances.formIndex(after: &index)
        }
        for key in forgotten { allowances[key] = nil }
        limit = max(1_024, 2 * allowances.count)
    }
}
