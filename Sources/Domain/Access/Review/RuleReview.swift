internal import Signing

/// Finds probable mistakes in rules: lines that match no caller, names that do not exist, keys without effect.
///
/// Every finding is certain; an unclear case gives none.
package struct RuleReview {
    package private(set) var findings: [RuleFinding] = []
    private let profiles: [String]

    package init(_ rules: [Rule], profiles: [String]) {
        self.profiles = profiles
        for (number, rule) in rules.enumerated() {
            reviewCallers(of: rule, number)
            reviewNames(of: rule, number)
            reviewLimits(of: rule, number)
        }
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
                RuleFinding(number, .key(name), "\(name)= has no effect on the operations in Allow="))
        }
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

    init(_ rule: Int, _ place: Place, _ message: String) {
        self.rule = rule
        self.place = place
        self.message = message
    }
}
