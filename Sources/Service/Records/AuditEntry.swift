internal import API
internal import Access
internal import Auditing
internal import Bytes
internal import Callers
internal import Signing
internal import Systemd
internal import Text

/// A record that takes the keys of further requests until it is written, if nothing else in them differs.
final class AuditEntry {
    /// A record of a user with long keys is no larger than one with many.
    private static let maximumSize = 32_768
    /// journald accepts 1,024 fields.
    private static let maximumKeys = 900

    /// The fields that all its requests have in common.
    var head = JournalBatch()
    /// The message before and after the first key.
    var opening = ByteBuffer()
    var closing = ByteBuffer()
    private var keys = JournalBatch()
    private var keyCount = 0
    private var size = 0
    private var firstKey = ByteBuffer()
    private var requests = 0
    private var signatures = 0

    var isFull: Bool { size >= AuditEntry.maximumSize || keyCount >= AuditEntry.maximumKeys }

    func addRequest() { requests += 1 }

    /// Adds a signature; `key`: empty if it is not for an object.
    func add(_ key: Span<UInt8>) {
        signatures += 1
        guard key.count > 0 else { return }
        if keyCount == 0 { firstKey.append(shortened: key) }
        keys.append("OSSAUTHD_KEY") { bytes in bytes.append(key) }
        keyCount += 1
        size += key.count
    }

    /// Moves the requests that it has taken to a batch.
    func move(to batch: inout JournalBatch) {
        batch.append(head)
        batch.append(keys)
        if requests > 1 { batch.append("OSSAUTHD_COUNT", requests) }
        if signatures > 1 { batch.append("OSSAUTHD_SIGNATURES", signatures) }
        batch.append("MESSAGE") { text in
            text.append(opening)
            text.append(firstKey)
            text.append(closing)
            guard signatures > 1 else { return }
            text.append(", and ")
            text.append(decimal: signatures - 1)
            text.append(" more")
        }
        batch.endEntry()
        keys.removeAll()
        firstKey.removeAll()
        (keyCount, size, requests, signatures) = (0, 0, 0, 0)
    }
}

extension AuditEntry {
    func begin(_ decision: AuditDecision, _ operation: StaticString, by subject: AuditSubject) {
        head.removeAll()
        opening.removeAll()
        closing.removeAll()
        head.appendHead(decision.messageID)
        head.append(subject)
        head.append("OSSAUTHD_OPERATION", operation)
        opening.append(decision.isGrant ? "granted " : "refused ")
        opening.append(operation)
    }
}

extension JournalBatch {
    mutating func append(_ name: StaticString, _ number: Int) {
        append(name) { bytes in bytes.append(decimal: number) }
    }

    mutating func append(_ name: StaticString, ifAny value: Span<UInt8>) {
        guard value.count > 0 else { return }
        append(name) { bytes in bytes.append(value) }
    }

    /// Leaves out an invalid name, because it may contain any bytes and be of any length.
    mutating func append(_ field: StaticString, ifValid name: Span<UInt8>) {
        if Name.isValid(name) { append(field, ifAny: name) }
    }

    mutating func appendHead(_ id: StaticString, priority: StaticString = "6") {
        append("MESSAGE_ID", id)
        append("PRIORITY", priority)
        append("SYSLOG_IDENTIFIER", "ossauthd")
    }

    mutating func append(_ subject: AuditSubject) {
        append("OSSAUTHD_UID", Int(subject.caller.peer.uid))
        if subject.process > 0 { append("OSSAUTHD_PID", Int(subject.process)) }
        let facts = subject.caller.factsOnRecord
        if let unit = facts.unit { append("OSSAUTHD_UNIT", ifAny: unit.utf8Span.span) }
        if let path = facts.executable { append("OSSAUTHD_EXE", ifAny: path.utf8Span.span) }
    }

    mutating func append(_ call: AuditCall, _ signing: inout SigningContext) {
        append("OSSAUTHD_METHOD", signing.call.request.method.name)
        append("OSSAUTHD_BUCKET", ifAny: signing.call.request.text[call.bucket])
        for name in call.parameters { append("OSSAUTHD_PARAMETER", ifAny: signing.call.request.text[name]) }
        for source in call.sources {
            append("OSSAUTHD_SOURCE") { bytes in
                bytes.append(signing.call.request.text[source.bucket])
                bytes.append("/")
                bytes.append(signing.call.request.text[source.key])
            }
        }
        append("OSSAUTHD_KEY_PREFIX", ifAny: signing.call.request.text[call.prefix])
        if let expires = call.expires { append("OSSAUTHD_EXPIRES", expires) }
    }

    mutating func appendEnd(
        _ decision: AuditDecision, _ kind: AuditClass, _ rule: String, by subject: AuditSubject
    ) {
        append("OSSAUTHD_CLASS", kind.name)
        append("OSSAUTHD_VERDICT", decision.verdict)
        switch decision {
        case .granted(let generation), .handedOut(let generation, _):
            append("OSSAUTHD_GENERATION", generation)
            append("OSSAUTHD_RULE", ifAny: rule.utf8Span.span)
        case .refused(let missing):
            append("OSSAUTHD_MISSING", ifAny: missing.description.utf8Span.span)
            for rule in subject.caller.rules.rules.prefix(8) {
                append("OSSAUTHD_RULE", ifAny: rule.name.utf8Span.span)
            }
        case .limited: break
        }
    }
}

// The parts of MESSAGE, for people.
extension ByteBuffer {
    /// ` PUT oss://bucket/`, if the request names a bucket.
    mutating func append(target call: AuditCall, _ signing: inout SigningContext) {
        guard !call.bucket.isEmpty else { return }
        append(" ")
        append(signing.call.request.method.name)
        append(" oss://")
        append(printable: signing.call.request.text[call.bucket])
        append("/")
    }

    /// `?acl from oss://other/key`: what the request does beside its method and its key.
    mutating func append(additions call: AuditCall, _ signing: inout SigningContext) {
        for (index, name) in call.parameters.enumerated() {
            append(index == 0 ? "?" : "&")
            append(printable: signing.call.request.text[name])
        }
        for source in call.sources {
            append(" from oss://")
            append(printable: signing.call.request.text[source.bucket])
            append("/")
            append(shortened: signing.call.request.text[source.key])
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
        case .limited(let reason):
            append(": ")
            append(reason)
        }
    }

    /// `400 reads below oss://bucket/prefix by rule web`.
    mutating func append(_ count: AuditCount, of kind: AuditClass) {
        append(decimal: count.total.requests)
        append(" ")
        append(kind.name)
        append(count.total.requests == 1 ? "" : "s")
        if !count.total.prefix.isEmpty {
            append(" below oss://")
            append(shortened: count.total.prefix.span)
        }
        guard !count.rule.isEmpty else { return }
        append(" by rule ")
        append(count.rule)
    }

    /// The whole key is in a field of its own.
    mutating func append(shortened key: Span<UInt8>) {
        let longest = 256
        append(printable: key.extracting(first: min(key.count, longest)))
        if key.count > longest { append("…") }
    }
}
