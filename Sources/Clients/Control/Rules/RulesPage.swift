internal import CommandLine
internal import OSSAuthClient
internal import Time

// The pages of `whoami` and `explain`.
extension Page {
    /// `name`: the name of the user, where the daemon did not look it up.
    func text(of answer: Identity, named name: String? = nil) -> String {
        var text = ""
        let number = String(answer.userNumber ?? 0)
        add("user", (answer.user ?? name).map { "\($0) (\(number))" } ?? number, to: &text)
        let groups = [answer.groupNumber] + answer.groups.filter { $0 != answer.groupNumber }
        add("groups", groups.map(String.init).joined(separator: " "), to: &text)
        add("process", process(of: answer), to: &text)
        add("program", answer.executable, to: &text)
        add("unit", answer.unit.map { unit in unit + (answer.slice.map { ", \($0)" } ?? "") }, to: &text)
        add("instance", answer.instance, to: &text)
        add("label", answer.label, to: &text)
        guard !answer.rules.isEmpty else { return text + "\n" + ink(.yellow, "No rule matches you.") + "\n" }
        for rule in answer.rules { add(rule, to: &text) }
        return text
    }

    func text(of answer: Explanation) -> String {
        let verdict = answer.isGranted ? ink(.green, "granted") : ink(.red, "refused")
        let rules = answer.rules.map { "[Access \($0)]" }.joined(separator: " ").visible
        // Without a rule, the reason says so.
        return "\(verdict): \(reason(of: answer))"
            + (rules.isEmpty ? "" : "rules for this caller: \(rules)\n")
            + (answer.obstacle.map { ink(.yellow, answer.isGranted ? "but" : "and") + " \($0.visible)\n" }
                ?? "")
    }
}

extension Page {
    /// The unmet conditions of the nearest rule, a line each below its name; else a sentence.
    private func reason(of answer: Explanation) -> String {
        let place = answer.place.map { "  \(ink(.dim, $0.visible))" } ?? ""
        guard !answer.isGranted, let rule = answer.nearestRule, !answer.missingConditions.isEmpty else {
            // Behind the verdict and its colon.
            return "\(answer.reason.visible.wrapped(from: 9, indent: 2, to: width))\(place)\n"
        }
        let lines = answer.missingConditions.map {
            "  " + $0.visible.wrapped(from: 2, indent: 4, to: width) + "\n"
        }
        return "\(ink(.bold, "[Access \(rule.visible)]"))\(place)\n" + lines.joined()
    }

    private func process(of answer: Identity) -> String? {
        let sureness =
            switch answer.certainty {
            case "pidfd": "verified by pidfd"
            case "start-time": "verified by its start time"
            default: "not identified: rules that ask for more than user and group do not match"
            }
        return answer.process.map { "pid \($0) (\(sureness))" } ?? sureness
    }

    private func add(_ name: String, _ value: String?, to text: inout String) {
        guard let value else { return }
        text += name.padded(to: 9) + value.visible.wrapped(from: 9, indent: 9, to: width) + "\n"
    }

    private func add(_ rule: Rule, to text: inout String) {
        text += "\n" + ink(.bold, "[Access \(rule.name.visible)]") + "\n"
        for grant in rule.grants {
            guard let value = grant.text else { continue }
            text += "  " + "\(grant.key.startingUpper.visible)=".padded(to: 12)
            text += value.visible.wrapped(from: 14, indent: 14, to: width) + "\n"
        }
    }
}

extension Rule.Grant {
    /// Keys whose empty list grants nothing; the empty list of any other key restricts nothing.
    private static let closed = ["allow", "parameter"]
    /// Keys whose number is one of seconds.
    private static let spans = ["maxExpires", "timeSkew"]

    /// The value for people; `nil`: it restricts nothing.
    fileprivate var text: String? {
        let text =
            switch value {
            case .words(let words): words.joined(separator: " ")
            case .text(let text): text
            case .number(let number):
                Self.spans.contains(key) ? TimeSpan.text(of: .seconds(number)) : String(number)
            case .rate(let count, let seconds): "\(count) in \(TimeSpan.text(of: .seconds(seconds)))"
            }
        guard text.isEmpty else { return text }
        return Self.closed.contains(key) ? "none" : nil
    }
}
