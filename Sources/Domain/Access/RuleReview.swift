/// Finds the likeliest mistakes in rules that are valid nevertheless; every finding is certain.
package struct RuleReview {
    /// The types of units that have processes, without slices.
    static let unitTypes = [".service", ".scope", ".socket", ".mount", ".swap"]

    package private(set) var findings: [RuleFinding] = []

    package init(_ rules: [Rule], profiles: [String]) {
        for (number, rule) in rules.enumerated() {
            reviewUnits(of: rule, number)
            reviewWords(of: rule, number, among: profiles)
            reviewInstances(of: rule, number, rules[..<number])
        }
    }

    private mutating func reviewUnits(of rule: Rule, _ number: Int) {
        for (line, selectors) in rule.alternatives.enumerated() {
            for case .unit(let glob) in selectors {
                guard let name = glob.literal, !RuleReview.unitTypes.contains(where: name.hasSuffix) else {
                    continue
                }
                let types = RuleReview.unitTypes.joined(separator: " ")
                let message =
                    "this line matches no caller: '\(name)' names no unit, their names end in \(types)"
                findings.append(RuleFinding(rule: number, place: .match(line), message: message))
            }
        }
    }

    private mutating func reviewInstances(of rule: Rule, _ number: Int, _ others: ArraySlice<Rule>) {
        for glob in rule.keys where glob.namesInstance {
            guard let other = others.first(where: { rule.sharesInstances(with: $0, at: glob) }) else {
                continue
            }
            note(
                number, glob.text, of: "Key",
                "an instance of [Access \(other.name)] with the same name has the same keys: "
                    + "its template is another one")
        }
    }

    private mutating func reviewWords(of rule: Rule, _ number: Int, among profiles: [String]) {
        for glob in rule.profiles where !profiles.contains(where: { glob.matches($0.utf8Span.span) }) {
            note(number, glob.text, of: "Profile", "'\(glob.text)' names no profile that there is")
        }
        for glob in rule.keys where glob.steps.first == .byte(UInt8(ascii: "/")) {
            note(number, glob.text, of: "Key", "'\(glob.text)' names no key: keys do not begin with '/'")
        }
        for name in rule.parameters {
            guard let near = RestrictedParameter.name(differingInCaseFrom: name) else { continue }
            note(number, name, of: "Parameter", "OSS has no parameter '\(name)', did you mean '\(near)'?")
        }
    }

    private mutating func note(_ rule: Int, _ word: String, of key: String, _ message: String) {
        findings.append(RuleFinding(rule: rule, place: .word(word, of: key), message: message))
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
}
