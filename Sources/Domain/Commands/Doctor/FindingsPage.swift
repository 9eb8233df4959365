package import CommandLine

/// What was found, as people read it, or as a table.
package struct FindingsPage {
    /// Behind the widest status, and behind the heading of a fix.
    private static let indent = 9

    private let ink: Ink
    private let width: Int

    package init(_ ink: Ink, columns: Int = pageWidth) {
        self.ink = ink
        width = columns
    }

    package func text(of findings: [Finding]) -> String {
        findings.map(text).joined() + "\n" + summary(of: findings) + "\n"
    }

    package static func table(of findings: [Finding]) -> Table {
        Table(
            ["id", "name", "status", "message", "fix"],
            findings.map {
                [$0.id, $0.name ?? "", $0.verdict.rawValue, $0.sentence, $0.mend ?? ""].map(\.visible)
            })
    }

    private func text(of finding: Finding) -> String {
        let indent = FindingsPage.indent
        let sentence = "\(finding.subject): \(finding.sentence)".visible
            .wrapped(from: indent, indent: indent, to: width)
        let mend = finding.mend.map {
            String(repeating: " ", count: indent) + ink(.bold, "fix: ")
                + $0.visible.wrapped(from: indent + 5, indent: indent + 5, to: width) + "\n"
        }
        return mark(of: finding.verdict) + sentence + "\n" + (mend ?? "")
    }

    private func mark(of verdict: Finding.Verdict) -> String {
        ink(verdict.colour, verdict.rawValue.padded(to: FindingsPage.indent))
    }

    private func summary(of findings: [Finding]) -> String {
        let bad = findings.filter { $0.verdict == .bad }.count
        guard bad > 0 else { return ink(.green, "Nothing keeps the daemon from signing for you.") }
        return ink(
            .red,
            bad == 1 ? "Fix one problem." : "Fix \(bad) problems; begin with the first.")
    }
}

extension Finding.Verdict {
    fileprivate var colour: Ink.Colour {
        switch self {
        case .good: .green
        case .doubtful: .yellow
        case .bad: .red
        case .unknown: .dim
        }
    }
}
