package import API
package import Access
internal import Auditing
internal import Bytes
internal import Signing
internal import Text
internal import Time

/// The outcome of a request that an audit record reports.
package enum AuditDecision {
    case granted(generation: Int)
    /// The credential itself was granted.
    case handedOut(generation: Int, rule: Int)
    case refused(MissingGrant)
    /// A rule grants the request, but its rate is used up.
    case usedUp
    /// An operator did something on the admin socket.
    case action
    /// The action takes time, and the client may not wait for its end.
    case actionBegun
    case actionFailed

    /// Decisions of rules are recorded, invalid requests are not.
    package init?(_ problem: Problem) {
        switch problem {
        case .notAllowed(let refusal): self = .refused(refusal.missing)
        case .rateLimited(.requests, _): self = .usedUp
        default: return nil
        }
    }

    static let reasonOfRate = "Rate= of the rules for it is used up"

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

    /// The first word of the message.
    var verb: StaticString { isGrant ? "granted" : "refused" }

    /// Whether rules decided, rather than the mode of the admin socket.
    var isOfRules: Bool {
        switch self {
        case .granted, .handedOut, .refused, .usedUp: true
        case .action, .actionBegun, .actionFailed: false
        }
    }

    /// Whether the daemon does what was requested.
    var isGrant: Bool {
        switch self {
        case .granted, .handedOut, .action, .actionBegun: true
        case .refused, .usedUp, .actionFailed: false
        }
    }

    /// As in syslog; refusals by the rules are no fault of the host.
    var priority: StaticString {
        if case .actionFailed = self { "4" } else { "6" }
    }

    /// The rule that granted the request, if the call does not name it.
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

/// The ids of systemd/ossauthd.catalog, which `journalctl --catalog` explains.
package enum AuditMessage {
    static let granted: StaticString = "b61b2943994f48c98526c649a918cc80"
    static let summary: StaticString = "72888bd060404ab58018af89dd74f6f3"
    static let handedOut: StaticString = "d8bba6691983432d8a24226ebde615fa"
    static let refused: StaticString = "390ddb1bf802478d8e1dc00fbac89def"
    static let action: StaticString = "5153cf2523414a12849051b8917c94e0"
    package static let sink: StaticString = "4eb9ec3048be4fc2979299454d6ca93e"
    static let dropped: StaticString = "15f780e811a14f72a37eeea167b252ed"
}

/// The parts of a call for a record: ranges of its text, and numbers.
struct AuditCall {
    /// The limit of OSS.
    fileprivate static let longestKey = 1_023
    /// A request for one object has one or two.
    fileprivate static let mostNames = 8

    let operation: StaticString
    let profile: Range<Int>
    let bucket: Range<Int>
    let key: Range<Int>
    let signatures: Int
    /// The lifetime of the answer in seconds, if the rules checked it.
    let expires: Int?
    /// The names that need `Parameter=`; for a refused request only those that OSS knows.
    let parameters: [Range<Int>]
    /// Further objects that the request reads.
    let sources: [SourceObject]

    init(_ signing: inout SigningContext, isGrant: Bool) {
        // The program used a proxy, and got no signature.
        operation = signing.call.route == .forward ? "forward" : signing.call.operation.name
        profile = signing.call.profile
        bucket = signing.call.request.bucket ?? 0..<0
        // With many keys this one may be unchecked, and of any length.
        let many = signing.call.keys.first ?? signing.call.deletions.first
        let first = many.flatMap { $0.count <= AuditCall.longestKey ? $0 : nil }
        key = first ?? signing.call.ruledKey
        signatures = signing.call.keys.count + signing.call.deletions.count
        let hasEnd = signing.call.operation == .presign || signing.call.operation == .postPolicy
        expires = hasEnd ? signing.life.map { Int($0.wholeSeconds) } : nil
        parameters = signing.call.parametersOnRecord(isGrant: isGrant)
        sources = signing.call.sourcesOnRecord
    }
}

extension CompleteCall {
    /// Empty for most calls, which costs no memory.
    ///
    /// Each name is recorded once, because a parameter with many values would take the places of the others.
    fileprivate func parametersOnRecord(isGrant: Bool) -> [Range<Int>] {
        var names: [Range<Int>] = []
        for index in ruledNames.indices {
            let name = request.text[ruledNames[index]]
            guard !HarmlessParameters.containsAlways(name), isGrant || RestrictedParameter(name) != nil,
                names.count < AuditCall.mostNames, !holds(name, in: names)
            else { continue }
            names.append(ruledNames[index])
        }
        return names
    }

    private func holds(_ name: Span<UInt8>, in names: [Range<Int>]) -> Bool {
        for other in names where request.text[other].equals(name) { return true }
        return false
    }

    fileprivate var sourcesOnRecord: [SourceObject] {
        var sources: [SourceObject] = []
        for index in self.sources.indices where self.sources[index].key.count <= AuditCall.longestKey {
            sources.append(self.sources[index])
        }
        return sources
    }
}

// The parts of MESSAGE, for people.
extension ByteBuffer {
    /// The whole key is in a field of its own.
    private static var longestKey: Int { 256 }

    /// ` PUT oss://bucket/key?acl`, if the request names a bucket.
    mutating func append(_ call: AuditCall, _ signing: inout SigningContext) {
        guard !call.bucket.isEmpty else { return }
        append(" ")
        append(signing.call.request.method.name)
        append(" oss://")
        append(printable: signing.call.request.text[call.bucket])
        append("/")
        append(keyOfMessage: signing.call.request.text[call.key])
        for (index, name) in call.parameters.enumerated() {
            append(index == 0 ? "?" : "&")
            append(printable: signing.call.request.text[name])
        }
        if call.signatures > 1 {
            append(" and ")
            append(decimal: call.signatures - 1)
            append(" more")
        }
        for source in call.sources {
            append(" from oss://")
            append(printable: signing.call.request.text[source.bucket])
            append("/")
            append(keyOfMessage: signing.call.request.text[source.key])
        }
    }

    /// The reason.
    mutating func append(_ decision: AuditDecision, _ rule: String) {
        switch decision {
        case .granted, .handedOut:
            guard !rule.isEmpty else { return }
            append(" by rule ")
            append(rule)
        case .refused(let missing):
            append(": ")
            append(missing.description)
        case .usedUp:
            append(": ")
            append(AuditDecision.reasonOfRate)
        case .action, .actionBegun, .actionFailed: break
        }
    }

    /// `granted presign GET oss://bucket by rule web to www-data`.
    mutating func append(_ kind: AuditKind, to user: String) {
        append(kind.isGrant ? "granted" : "refused")
        var missing = 0..<0
        kind.forEachField { name, value in
            switch name.description {
            case "OSSAUTHD_VERDICT": return
            case "OSSAUTHD_OPERATION", "OSSAUTHD_METHOD": append(" ")
            case "OSSAUTHD_PARAMETER": append(" ?")
            case "OSSAUTHD_BUCKET": append(" oss://")
            case "OSSAUTHD_PROFILE": append(" with profile ")
            case "OSSAUTHD_RULE": append(" by rule ")
            case "OSSAUTHD_UNIT": append(" in ")
            case "OSSAUTHD_SOURCE": append(" from ")
            default:
                missing = value
                return
            }
            append(kind.text, value)
        }
        append(" to \(user)")
        guard !missing.isEmpty else { return }
        append(": ")
        append(kind.text, missing)
    }

    private mutating func append(keyOfMessage key: Span<UInt8>) {
        guard key.count > ByteBuffer.longestKey else { return append(printable: key) }
        append(printable: key.extracting(first: ByteBuffer.longestKey))
        append("…")
    }
}
