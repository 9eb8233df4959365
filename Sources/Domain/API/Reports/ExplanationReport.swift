package import Access
package import Bytes
internal import JSON

/// What `POST /v1/explain` tells: whether the rules would grant the request to that caller, and why.
package struct ExplanationReport {
    package enum Verdict {
        case granted(by: String)
        case refused(MissingGrant)
    }

    package var verdict: Verdict
    /// The names of all rules that are for this caller.
    package var rules: [String]
    /// Why he does not even get as far as the rules.
    package var obstacle: String?

    package init(_ verdict: Verdict, rules: PeerRules) {
        self.verdict = verdict
        self.rules = rules.rules.map(\.name)
    }
}

extension ByteBuffer {
    package mutating func append(_ report: ExplanationReport) {
        beginObject()
        switch report.verdict {
        case .granted(let rule):
            member("granted", true)
            member("rule", rule)
            member("reason", "[Access \(rule)] grants all of it")
        case .refused(let missing):
            member("granted", false)
            name("rule")
            null()
            member("reason", missing.description)
        }
        member("rules", report.rules)
        member("obstacle", orNull: report.obstacle)
        endObject()
    }
}
