internal import Bytes
internal import Time

/// The records of one user.
final class AuditAccount {
    /// More than a program has that does one thing; beyond it grants are counted together.
    private static let mostKinds = 16

    /// `nil`: of all users for which there was no place.
    let user: UInt32?
    let grants: AuditSeries
    let refusals: AuditSeries
    /// Those of this period.
    private(set) var kinds: [AuditKind] = []

    init(of user: UInt32?, within terms: AuditTerms) {
        self.user = user
        grants = AuditSeries(isGrant: true, within: terms)
        refusals = AuditSeries(isGrant: false, within: terms)
    }

    var series: [AuditSeries] { [grants, refusals] }

    /// The kind with this text, or the one for all that have no place of their own.
    func kind(_ text: borrowing ByteBuffer) -> AuditKind? {
        for kind in kinds where kind.text.equals(text.span) { return kind }
        return kinds.count > AuditAccount.mostKinds ? kinds.last : nil
    }

    func addKind(_ text: borrowing ByteBuffer, at now: Instant) -> AuditKind {
        let hasPlace = kinds.count < AuditAccount.mostKinds
        let kind = AuditKind(hasPlace ? ByteBuffer(copying: text.span) : ByteBuffer(capacity: 0), at: now)
        kinds.append(kind)
        return kind
    }

    func remove(_ kind: AuditKind) {
        kinds.removeAll { $0 === kind }
    }

    func isAsNew(at now: Instant) -> Bool {
        kinds.isEmpty && grants.isAsNew(at: now) && refusals.isAsNew(at: now)
    }
}
