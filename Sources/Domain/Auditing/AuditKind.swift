package import Bytes
package import Time

/// The properties that alike decisions have in common, as a text: each value is ended by a zero byte.
package struct AuditTraits: ~Copyable {
    package var text = ByteBuffer()
    package private(set) var isGrant = true
    /// Whether a grant is for more than reading; its records do not give way to those of reading.
    package private(set) var isChange = true
    /// The ends of the shorter texts that further kinds are counted by, the longest first.
    fileprivate(set) var outlines: InlineArray<2, Int> = [0, 0]

    package init() {}

    package mutating func begin(isGrant: Bool, isChange: Bool) {
        text.removeAll()
        self.isGrant = isGrant
        self.isChange = isChange
    }

    /// Called after verdict, operation and method.
    package mutating func endMethod() { outlines[1] = text.count }

    /// Called after the parameters.
    package mutating func endParameters() { outlines[0] = text.count }

    /// Changes and refusals are recorded even if others have used up the open part of the budget.
    var usesReserve: Bool { isChange || !isGrant }

    var group: AuditKind.Group { isGrant ? isChange ? .changes : .reads : .refusals }
}

/// Decisions that are summed up, because their records would differ only in key and time.
package final class AuditKind {
    /// The kinds that have places of their own.
    enum Group {
        case reads, changes, refusals
        /// The kinds beyond those places, by verdict, operation, method and parameters.
        case outlines
        /// The same without parameters: there are few.
        case methods
    }

    /// The values of `fields` in this order, each ended by a zero byte; an outline has only the first of them.
    package let text: ByteBuffer
    package let isGrant: Bool
    let group: Group
    let usesReserve: Bool
    /// The start of the count.
    package private(set) var since: Instant
    package private(set) var count = 0
    package private(set) var signatures = 0
    private var isUsed = true
    /// The number of decisions that may still be recorded.
    private(set) var recordsLeft: Int

    private static let fields: [StaticString] = [
        "OSSAUTHD_VERDICT", "OSSAUTHD_OPERATION", "OSSAUTHD_METHOD", "OSSAUTHD_PARAMETER", "OSSAUTHD_BUCKET",
        "OSSAUTHD_PROFILE", "OSSAUTHD_RULE", "OSSAUTHD_UNIT", "OSSAUTHD_SOURCE", "OSSAUTHD_MISSING",
    ]
    /// Keys that were tried without success are more interesting than those that were read.
    private static let recordsOfRefusals = 5

    init(_ traits: borrowing AuditTraits, to end: Int, in group: Group, at now: Instant) {
        text = ByteBuffer(copying: traits.text.span.extracting(first: end))
        isGrant = traits.isGrant
        usesReserve = traits.usesReserve
        self.group = group
        since = now
        recordsLeft = traits.isGrant ? 1 : AuditKind.recordsOfRefusals
    }

    func add(_ signatures: Int) {
        count += 1
        self.signatures += signatures
        isUsed = true
    }

    func takeRecord() {
        recordsLeft -= 1
        isUsed = true
    }

    /// The fields that have a value, with its range in `text`.
    package func forEachField(_ body: (StaticString, Range<Int>) -> Void) {
        var start = 0
        var field = 0
        for end in 0..<text.count where text[end] == 0 {
            // With several names, a blank follows each.
            let last = end > start && text[end - 1] == UInt8(ascii: " ") ? end - 1 : end
            if last > start { body(AuditKind.fields[field], start..<last) }
            start = end + 1
            field += 1
        }
    }

    /// Called after each report.
    ///
    /// `false`: no decision since the last call, so the next one gets a record again.
    func beginPeriod(at now: Instant) -> Bool {
        defer { isUsed = false }
        since = now
        count = 0
        signatures = 0
        if !isGrant { recordsLeft = AuditKind.recordsOfRefusals }
        return isUsed
    }
}
