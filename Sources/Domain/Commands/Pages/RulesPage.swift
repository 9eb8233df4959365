package import CommandLine

/// What the rules say to somebody, as people read it.
package struct RulesPage {
    private let ink: Ink

    package init(_ ink: Ink) {
        self.ink = ink
    }

    /// `name`: of the user, where the daemon did not have to know it.
    package func text(of answer: IdentityAnswer, named name: String? = nil) -> String {
        var text = ""
        add("user", user(of: answer, named: name), to: &text)
        let groups = [answer.groupNumber] + answer.groups.filter { $0 != answer.groupNumber }
        add("groups", groups.map(String.init).joined(separator: " "), to: &text)
        add("process", process(of: answer), to: &text)
        add("program", answer.executable, to: &text)
        add("unit", answer.unit.map { unit in unit + (answer.slice.map { ", \($0)" } ?? "") }, to: &text)
        add("label", answer.label, to: &text)
        guard !answer.rules.isEmpty else { return text + "\n" + ink(.yellow, "No rule is for you.") + "\n" }
        for rule in answer.rules { add(rule, to: &text) }
        return text
    }

    package func text(of answer: ExplanationAnswer) -> String {
        let verdict = answer.isGranted ? ink(.green, "granted") : ink(.red, "refused")
        let rules = answer.rules.map { "[Access \($0)]" }.joined(separator: " ").visible
        // Where there is none, the reason says so.
        return "\(verdict): \(answer.reason.visible)\n"
            + (rules.isEmpty ? "" : "rules for this caller: \(rules)\n")
            + (answer.obstacle.map { ink(.yellow, answer.isGranted ? "but" : "and") + " \($0.visible)\n" }
                ?? "")
    }
}

extension RulesPage {
    private func user(of answer: IdentityAnswer, named name: String?) -> String {
        let number = String(answer.userNumber ?? 0)
        return (answer.user ?? name).map { "\($0) (\(number))" } ?? number
    }

    private func process(of answer: IdentityAnswer) -> String? {
        let sureness =
            switch answer.certainty {
            case "pidfd": "handed out by the kernel"
            case "start-time": "found by its number and start"
            default: "not found: rules that ask for more than user and group are not yours"
            }
        return answer.process.map { "\($0), \(sureness)" } ?? sureness
    }

    private func add(_ name: String, _ value: String?, to text: inout String) {
        guard let value else { return }
        text += name.padded(to: 9) + value.visible.wrapped(from: 9, indent: 9) + "\n"
    }

    private func add(_ rule: RuleAnswer, to text: inout String) {
        text += "\n" + ink(.bold, "[Access \(rule.name.visible)]") + "\n"
        for grant in rule.grants {
            text += "  " + grant.name.visible.padded(to: 11)
            text += grant.summary.visible.wrapped(from: 13, indent: 13) + "\n"
        }
    }
}
