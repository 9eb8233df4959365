internal import API
internal import Access

/// How a request ended that the rules were asked about.
enum AuditDecision {
    case granted(generation: Int)
    /// The credential itself was granted.
    case handedOut(generation: Int, rule: Int)
    case refused(MissingGrant)
    /// Granted, but not so often.
    case usedUp
    /// Something was done on the admin socket.
    case action
    /// It takes time, and who asked may not wait for its end.
    case actionBegun
    case actionFailed

    /// Only the decisions of rules are worth a record, not requests that make no sense.
    init?(_ problem: Problem) {
        switch problem {
        case .notAllowed(let refusal): self = .refused(refusal.missing)
        case .rateLimited(.requests, _): self = .usedUp
        default: return nil
        }
    }

    var verdict: StaticString {
        switch self {
        case .granted, .handedOut: "granted"
        case .refused: "refused"
        case .usedUp: "refused-by-rate"
        case .action: "done"
        case .actionBegun: "begun"
        case .actionFailed: "failed"
        }
    }

    /// How a message begins.
    var verb: StaticString { isGrant ? "granted" : "refused" }

    /// Whether rules decided, and not the mode of the admin socket.
    var isOfRules: Bool {
        switch self {
        case .granted, .handedOut, .refused, .usedUp: true
        case .action, .actionBegun, .actionFailed: false
        }
    }

    /// Whether something was done, or will be.
    var isGrant: Bool {
        switch self {
        case .granted, .handedOut, .action, .actionBegun: true
        case .refused, .usedUp, .actionFailed: false
        }
    }

    /// Which of the caller's rules granted it, where that is not in the call.
    var rule: Int? {
        guard case .handedOut(_, let rule) = self else { return nil }
        return rule
    }

    var messageID: StaticString {
        switch self {
        case .granted: AuditMessage.granted
        case .handedOut: AuditMessage.handedOut
        case .refused, .usedUp: AuditMessage.refused
        case .action, .actionBegun, .actionFailed: AuditMessage.action
        }
    }
}
