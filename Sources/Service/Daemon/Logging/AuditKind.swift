internal import Bytes
internal import Time

/// Grants that are summed up, since their records would differ in the key and the time only.
final class AuditKind {
    /// The values of `fields` in this order, each with a zero byte behind it; empty for the grants of all kinds that are
    /// not kept apart.
    let text: ByteBuffer
    /// Since when they are counted.
    private(set) var since: Instant
    private(set) var count = 0
    private(set) var signatures = 0
    private var isUsed = true

    private static let fields: [StaticString] = [
        "OSSAUTHD_OPERATION", "OSSAUTHD_METHOD", "OSSAUTHD_BUCKET", "OSSAUTHD_PROFILE", "OSSAUTHD_RULE",
        "OSSAUTHD_UNIT", "OSSAUTHD_PARAMETER", "OSSAUTHD_SOURCE",
    ]

    init(_ text: consuming ByteBuffer, at now: Instant) {
        self.text = text
        since = now
    }

    func add(_ signatures: Int) {
        count += 1
        self.signatures += signatures
        isUsed = true
    }

    /// Those that have a value, with its place in `text`.
    func forEachField(_ body: (StaticString, Range<Int>) -> Void) {
        var start = 0
        var field = 0
        for end in 0..<text.count where text[end] == 0 {
            // Behind each of several names there is a blank.
            let last = end > start && text[end - 1] == UInt8(ascii: " ") ? end - 1 : end
            if last > start { body(AuditKind.fields[field], start..<last) }
            start = end + 1
            field += 1
        }
    }

    /// They were reported, or there was nothing to report.
    ///
    /// `false`: none came since this was last called, and the next one is news again.
    func beginPeriod(at now: Instant) -> Bool {
        defer { isUsed = false }
        since = now
        count = 0
        signatures = 0
        return isUsed
    }
}
