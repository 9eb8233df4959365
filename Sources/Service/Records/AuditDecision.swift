package import API
package import Access

/// The outcome of a request that an audit record reports.
package enum AuditDecision {
    case granted(generation: Int)
    /// The credential itself was granted.
    case handedOut(generation: Int, rule: Int)
    case refused(MissingGrant)
    /// A rule grants the request, but a limit is reached.
    case limited(reason: StaticString)

    /// Decisions of rules are recorded, invalid requests are not.
    package init?(_ problem: Problem) {
        switch problem {
        case .notAllowed(let refusal): self = .refused(refusal.missing)
        case .rateLimited(.requests, _):
            self = .limited(reason: "Rate= of the rules for it is used up")
        case .rateLimited(.records, _): self = .limited(reason: "it would have no record")
        default: return nil
        }
    }

    var verdict: StaticString {
        switch self {
        case .granted, .handedOut: "granted"
        case .refused: "refused"
        case .limited: "refused-by-rate"
        }
    }

    /// Whether the daemon does what was requested.
    var isGrant: Bool {
        switch self {
        case .granted, .handedOut: true
        case .refused, .limited: false
        }
    }

    /// The rule that granted the request, if the call does not name it.
    var rule: Int? {
        guard case .handedOut(_, let rule) = self else { return nil }
        return rule
    }

    var missing: MissingGrant? {
        guard case .refused(let missing) = self else { return nil }
        return missing
    }

    var messageID: StaticString {
        switch self {
        case .granted: AuditMessage.granted
        case .handedOut: AuditMessage.handedOut
        case .refused, .limited: AuditMessage.refused
        }
    }
}

/// The ids of systemd/ossauthd.catalog, which `journalctl --catalog` explains.
package enum AuditMessage {
    static let granted: StaticString = "b61b2943994f48c98526c649a918cc80"
    static let summary: StaticString = "72888bd060404ab58018af89dd74f6f3"
    static let handedOut: StaticString = "d8bba6691983432d8a24226ebde615fa"
    static let refused: StaticString = "390ddb1bf802478d8e1dc00fbac89def"
    static let action: StaticString = "5153cf2523414a12849051b8917c94e0"
    package static let sink: StaticString = "4eb9ec3048be4fc2979299454d6ca93e"
}
