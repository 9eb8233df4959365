internal import API
internal import Access
internal import Bytes
internal import Signing
internal import Time

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
        case .notAllowed(let missing): self = .refused(missing)
        case .rateLimited: self = .usedUp
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

extension Route {
    /// What is worth a record on the admin socket, and where the path names the profile.
    var action: (StaticString, profile: Range<Int>)? {
        switch self {
        case .setCredentials(let profile): ("set-credentials", profile)
        case .forgetCredentials(let profile): ("forget-credentials", profile)
        case .refresh(let profile): ("refresh", profile)
        case .reload: ("reload", 0..<0)
        default: nil
        }
    }
}

extension Sink.Change {
    var operation: StaticString {
        switch self {
        case .nothing: "leave-sink"
        case .written: "write-sink"
        case .removed: "remove-sink"
        }
    }
}

/// What `journalctl --catalog` explains: see systemd/ossauthd.catalog.
enum AuditMessage {
    static let granted: StaticString = "b61b2943994f48c98526c649a918cc80"
    static let handedOut: StaticString = "d8bba6691983432d8a24226ebde615fa"
    static let refused: StaticString = "390ddb1bf802478d8e1dc00fbac89def"
    static let action: StaticString = "5153cf2523414a12849051b8917c94e0"
    static let sink: StaticString = "4eb9ec3048be4fc2979299454d6ca93e"
    static let dropped: StaticString = "15f780e811a14f72a37eeea167b252ed"
}

/// What a record tells of a call: ranges of its text, and numbers.
struct AuditCall {
    /// Of OSS.
    private static let longestKey = 1_023

    let operation: StaticString
    let profile: Range<Int>
    let bucket: Range<Int>
    let key: Range<Int>
    let signatures: Int
    /// In seconds, where the answer itself would have an end, and the rules came so far as to see it.
    let expires: Int?

    init(_ desk: inout SigningDesk) {
        operation = desk.call.operation.name
        profile = desk.call.profile ?? 0..<0
        bucket = desk.call.request.bucket ?? 0..<0
        // One of many keys is perhaps not checked yet, and as long as its sender liked.
        let first = desk.call.keys.first.flatMap { $0.count <= AuditCall.longestKey ? $0 : nil }
        key = first ?? desk.call.ruledKey
        signatures = desk.call.keys.count
        let hasEnd = desk.call.operation == .presign || desk.call.operation == .postPolicy
        expires = hasEnd ? desk.life.map { Int($0.wholeSeconds) } : nil
    }
}
