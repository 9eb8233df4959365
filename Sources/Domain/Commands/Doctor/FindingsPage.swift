package import CommandLine

/// What was found, as people read it, or as a table.
package struct FindingsPage {
    private let ink: Ink

    package init(_ ink: Ink) {
        self.ink = ink
    }

    package func text(of findings: [Finding]) -> String {
        findings.map(text).joined() + "\n" + summary(of: findings) + "\n"
    }

    package static func table(of findings: [Finding]) -> Table {
        Table(
            ["subject", "verdict", "finding", "mend"],
            findings.map { [$0.subject, $0.verdict.rawValue, $0.sentence, $0.mend ?? ""].map(\.visible) })
    }

    private func text(of finding: Finding) -> String {
        let sentence = "\(finding.subject): \(finding.sentence)".visible.wrapped(from: 10, indent: 10)
        let mend = finding.mend.map {
            "          " + ink(.bold, "mend: ") + $0.visible.wrapped(from: 16, indent: 16) + "\n"
        }
        return mark(of: finding.verdict) + sentence + "\n" + (mend ?? "")
    }

    private func mark(of verdict: Finding.Verdict) -> String {
        switch verdict {
        case .good: ink(.green, "good".padded(to: 10))
        case .doubtful: ink(.yellow, "doubtful".padded(to: 10))
        case .bad: ink(.red, "bad".padded(to: 10))
        case .unknown: ink(.dim, "unknown".padded(to: 10))
        }
    }

    private func summary(of findings: [Finding]) -> String {
        let bad = findings.filter { $0.verdict == .bad }.count
        guard bad > 0 else { return ink(.green, "Nothing keeps the daemon from signing for you.") }
        return ink(
            .red,
            bad == 1 ? "One thing is to be mended." : "\(bad) things are to be mended; begin with the first.")
    }
}
