internal import Signing

/// Finds probable mistakes in rules: lines that match no caller, names that do not exist, and rules that others make
/// redundant or wider.
///
/// Every finding is certain; an unclear case gives none.
package struct RuleReview {
    /// The number of rules that are compared with each other, which costs the square of it.
    package static let maximumCompared = 1_000

    package private(set) var findings: [RuleFinding] = []
    private let rules: [Rule]
    private let profiles: [String]

    package init(_ rules: [Rule], profiles: [String]) {
        self.rules = rules
        self.profiles = profiles
        for (number, rule) in rules.enumerated() {
            reviewCallers(of: rule, number)
            reviewNames(of: rule, number)
            reviewLimits(of: rule, number)
        }
        reviewPairs()
    }
}

extension RuleReview {
    private mutating func reviewCallers(of rule: Rule, _ number: Int) {
        for (line, selectors) in rule.alternatives.enumerated() {
            guard let reason = Selector.reasonAgainst(selectors) else { continue }
            findings.append(RuleFinding(number, .match(line), "this line matches no caller: \(reason)"))
        }
    }

    private mutating func reviewNames(of rule: Rule, _ number: Int) {
        for glob in rule.profiles where !profiles.contains(where: { glob.matches($0.utf8Span.span) }) {
            note(number, glob.text, of: "Profile", "'\(glob.text)' names no profile that there is")
        }
        for glob in rule.buckets where !glob.canNameBucket {
            note(
                number, glob.text, of: "Bucket",
                "'\(glob.text)' names no bucket: they are made of lower-case letters, digits and '-'")
        }
        for glob in rule.keys {
            guard let reason = glob.reasonAgainstKey else { continue }
            note(number, glob.text, of: "Key", "'\(glob.text)' names no key: \(reason)")
        }
        for name in rule.parameters where HarmlessParameters.containsAlways(name.utf8Span.span) {
            note(number, name, of: "Parameter", "every rule grants '\(name)', also without this")
        }
        for name in rule.parameters {
            guard let near = RestrictedParameter.name(differingInCaseFrom: name) else { continue }
            note(number, name, of: "Parameter", "OSS has no parameter '\(name)', did you mean '\(near)'?")
        }
    }

    private mutating func note(_ rule: Int, _ word: String, of key: String, _ message: String) {
        findings.append(RuleFinding(rule, .word(word, of: key), message))
    }

    /// Finds conditions that do not apply to the operations of the rule.
    private mutating func reviewLimits(of rule: Rule, _ number: Int) {
        if rule.operations.contains(.postPolicy), !rule.methods.isEmpty, !rule.methods.contains(.post) {
            findings.append(
                RuleFinding(
                    number, .key("Method"), "Method= leaves out POST, without which there is no post-policy"))
        }
        for restriction in Restriction.allCases where rule.has(restriction) {
            guard !rule.operations.members.contains(where: restriction.applies) else { continue }
            let name = restriction.rawValue
            findings.append(
                RuleFinding(number, .key(name), "\(name)= means nothing to what Allow= says here"))
        }
    }
}

extension RuleReview {
    private mutating func reviewPairs() {
        for later in rules.indices.prefix(RuleReview.maximumCompared) {
            for earlier in 0..<later {
                if let finding = comparison(of: earlier, with: later) { findings.append(finding) }
            }
        }
    }

    private func comparison(of earlier: Int, with later: Int) -> RuleFinding? {
        let (first, second) = (rules[earlier], rules[later])
        guard first.operations.intersects(second.operations) else { return nil }
        if first.makesRedundant(second) {
            return RuleFinding(
                later, .heading, "grants nothing that [Access \(first.name)] does not", other: earlier)
        }
        guard second.isForAllCallers(of: first) else { return nil }
        if second.makesRedundant(first), first.restrictions(missingIn: second).isEmpty {
            return RuleFinding(
                earlier, .heading, "grants nothing that [Access \(second.name)] does not", other: later)
        }
        let lost = first.restrictions(missingIn: second)
        guard !lost.isEmpty else { return nil }
        let keys = lost.map { "\($0.rawValue)=" }.joined(separator: ", ")
        return RuleFinding(
            later, .heading,
            "grants callers of [Access \(first.name)] more than that rule says, so its \(keys) limits nothing",
            other: earlier)
    }
}

/// A probable mistake in a rule that is valid nevertheless.
package struct RuleFinding: Equatable, Sendable {
    /// A place in the section of the rule.
    package enum Place: Equatable, Sendable {
        case heading
        /// A line of `Match=`, by its index.
        case match(Int)
        case key(String)
        /// A word in the list of a key.
        case word(String, of: String)
    }

    /// The index of the rule.
    package let rule: Int
    package let place: Place
    package let message: String
    /// The index of another rule that the message mentions.
    package var other: Int?

    init(_ rule: Int, _ place: Place, _ message: String, other: Int? = nil) {
        self.rule = rule
        self.place = place
        self.message = message
        self.other = other
    }
}
