internal import Signing

/// Looks for what the authors of rules hardly meant: lines that match nobody, words that name nothing, rules that
/// others make needless or wider.
///
/// Where something is hard to tell it finds nothing: each finding is true.
package struct RuleReview {
    /// Held against each other are only so many, since that costs the square of their number.
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
            findings.append(RuleFinding(number, .match(line), "this line matches nobody: \(reason)"))
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
            guard let near = ConfiguringParameter.name(differingInCaseFrom: name) else { continue }
            note(number, name, of: "Parameter", "OSS has no parameter '\(name)', did you mean '\(near)'?")
        }
    }

    private mutating func note(_ rule: Int, _ word: String, of key: String, _ message: String) {
        findings.append(RuleFinding(rule, .word(word, of: key), message))
    }

    /// What a rule says of things that it does not allow.
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
        if first.makesNeedless(second) {
            return RuleFinding(
                later, .heading, "grants nothing that [Access \(first.name)] does not", other: earlier)
        }
        guard second.isForAllCallers(of: first) else { return nil }
        if second.makesNeedless(first), first.restrictions(missingIn: second).isEmpty {
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
