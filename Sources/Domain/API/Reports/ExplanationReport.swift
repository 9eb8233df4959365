package import Access
package import Bytes
internal import JSON

/// What `POST /v1/explain` reports: whether the rules would grant the request to that caller, and why.
package struct ExplanationReport {
    package enum Verdict {
        case granted(by: Rule)
        case refused(Refusal)
    }

    package var verdict: Verdict
    /// The names of all rules that are for this caller.
    package var rules: [String]
    /// Why the caller does not even get as far as the rules.
    package var obstacle: String?
    /// Whether the reader may know where the rules are.
    package var showsPlaces: Bool

    package init(_ verdict: Verdict, rules: PeerRules, showsPlaces: Bool) {
        self.verdict = verdict
        self.rules = rules.rules.map(\.name)
        self.showsPlaces = showsPlaces
    }
}

extension ByteBuffer {
    package mutating func append(_ report: ExplanationReport) {
        beginObject()
        switch report.verdict {
        case .granted(let rule):
            member("granted", true)
            member("rule", rule.name)
            member("reason", "[Access \(rule.name)] grants all of it")
            member("nearestRule", orNull: rule.name)
            member("place", orNull: report.showsPlaces ? rule.place : nil)
            member("missing", [])
        case .refused(let refusal):
            member("granted", false)
            name("rule")
            null()
            member("reason", refusal.description)
            member("nearestRule", orNull: refusal.rule)
            member("place", orNull: report.showsPlaces ? refusal.place : nil)
            appendMissing(refusal)
        }
        member("rules", report.rules)
        member("obstacle", orNull: report.obstacle)
        endObject()
    }
}
