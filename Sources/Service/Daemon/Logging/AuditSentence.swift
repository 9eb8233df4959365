internal import API
internal import Access
internal import Bytes
internal import Signing
internal import Text

// The parts of a message that a person reads.
extension ByteBuffer {
    /// A message is for reading; the whole key is in a field.
    private static var longestKey: Int { 256 }

    /// ` PUT oss://bucket/key?acl`, if the request came so far that it names a bucket.
    mutating func append(_ call: AuditCall, _ desk: inout SigningDesk) {
        guard !call.bucket.isEmpty else { return }
        append(" ")
        append(desk.call.request.method.name)
        append(" oss://")
        append(printable: desk.call.request.text[call.bucket])
        append("/")
        append(keyOfMessage: desk.call.request.text[call.key])
        for (index, name) in call.parameters.enumerated() {
            append(index == 0 ? "?" : "&")
            append(printable: desk.call.request.text[name])
        }
        if call.signatures > 1 {
            append(" and ")
            append(decimal: call.signatures - 1)
            append(" more")
        }
        for source in call.sources {
            append(" from oss://")
            append(printable: desk.call.request.text[source.bucket])
            append("/")
            append(keyOfMessage: desk.call.request.text[source.key])
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
        case .usedUp: append(": Rate= of the rules for it is used up")
        case .action, .actionBegun, .actionFailed: break
        }
    }

    /// `presign GET oss://bucket by rule web to `; the user follows.
    mutating func append(_ kind: AuditKind) {
        kind.forEachField { name, value in
            switch name.description {
            case "OSSAUTHD_OPERATION": break
            case "OSSAUTHD_METHOD": append(" ")
            case "OSSAUTHD_BUCKET": append(" oss://")
            case "OSSAUTHD_PROFILE": append(" with profile ")
            case "OSSAUTHD_RULE": append(" by rule ")
            case "OSSAUTHD_UNIT": append(" in ")
            case "OSSAUTHD_PARAMETER": append(" with ")
            default: append(" from ")
            }
            append(kind.text, value)
        }
        if kind.text.isEmpty { append("requests of further kinds") }
        append(" to ")
    }

    private mutating func append(keyOfMessage key: Span<UInt8>) {
        guard key.count > ByteBuffer.longestKey else { return append(printable: key) }
        append(printable: key.extracting(first: ByteBuffer.longestKey))
        append("…")
    }
}
