internal import API
internal import Access
internal import Auditing
internal import Bytes
internal import Callers
internal import Signing
internal import Text

// The properties by which decisions are summed up, in the order of the fields of `AuditKind`.
extension AuditTraits {
    /// No bucket is longer; the text of a refused request may be of any length.
    private static let longestName = 64

    mutating func compose(
        _ decision: AuditDecision, _ call: AuditCall, _ signing: inout SigningContext, _ rule: String,
        _ caller: Caller
    ) {
        let method = signing.call.request.method
        let isReading = method == .get || method == .head
        begin(
            isGrant: decision.isGrant,
            isChange: !isReading || !call.parameters.isEmpty || signing.call.operation == .signOpaque)
        append(decision.verdict)
        append(call.operation)
        append(method.name)
        endMethod()
        for name in call.parameters {
            text.append(signing.call.request.text[name])
            text.append(" ")
        }
        text.append(0)
        endParameters()
        append(name: signing.call.request.text[call.bucket])
        append(name: signing.call.request.text[call.profile])
        append(rule, of: caller)
        for source in call.sources where source.bucket.count <= AuditTraits.longestName {
            text.append(signing.call.request.text[source.bucket])
            text.append(" ")
        }
        text.append(0)
        append(reasonOf: decision)
    }

    /// Decisions on a hand-out, and others that name only a profile.
    mutating func compose(
        _ decision: AuditDecision, _ operation: StaticString, of profile: Span<UInt8>, _ rule: String,
        _ caller: Caller
    ) {
        begin(isGrant: decision.isGrant, isChange: true)
        append(decision.verdict)
        append(operation)
        text.append(0)
        endMethod()
        text.append(0)
        endParameters()
        text.append(0)
        append(name: profile)
        append(rule, of: caller)
        text.append(0)
        append(reasonOf: decision)
    }

    private mutating func append(_ value: StaticString) {
        text.append(value)
        text.append(0)
    }

    private mutating func append(name: Span<UInt8>) {
        if name.count <= AuditTraits.longestName, name.firstIndex(of: 0) == nil { text.append(name) }
        text.append(0)
    }

    /// The unit, if it is known already: an inspection for each grant would cost too much.
    private mutating func append(_ rule: String, of caller: Caller) {
        text.append(rule)
        text.append(0)
        if let unit = caller.peer.facts.unit { text.append(unit) }
        text.append(0)
    }

    private mutating func append(reasonOf decision: AuditDecision) {
        switch decision {
        case .refused(let missing): text.append(missing.description)
        case .usedUp: text.append(AuditDecision.reasonOfRate)
        default: break
        }
        text.append(0)
    }
}
