package import Time

/// The rules of a caller, with what he has used of their rates.
package final class MeteredRules {
    private var rules: PeerRules
    /// `nil` for a rule without a rate.
    private let allowances: [Allowance?]

    init(_ rules: PeerRules, _ allowances: [Allowance?]) {
        self.rules = rules
        self.rules.waits = allowances.map { _ in .zero }
        self.allowances = allowances
    }

    /// The rules, each with how long it is used up; in the same memory each time.
    package func rules(at now: Instant) -> PeerRules {
        for index in allowances.indices {
            if let allowance = allowances[index] { rules.waits[index] = allowance.wait(at: now) }
        }
        return rules
    }

    /// Counts what the rule granted.
    package func take(_ count: Int, of rule: Int, at now: Instant) {
        allowances[rule]?.take(count, at: now)
    }
}
