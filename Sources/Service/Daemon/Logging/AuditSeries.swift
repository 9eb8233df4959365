internal import Access
internal import Time

/// Records that are counted together: who is refused again and again must not hide what he is granted.
final class AuditSeries {
    /// More than a diligent operator reads, less than would fill a journal; beyond it decisions are counted.
    private static let rate = Rate(count: 500, per: .seconds(1))

    let user: UInt32
    let isGrant: Bool
    private let allowance = Allowance(AuditSeries.rate)
    /// Decisions that are in no record.
    private var dropped = 0

    init(of user: UInt32, isGrant: Bool) {
        self.user = user
        self.isGrant = isGrant
    }

    /// Whether it may have another record.
    func hasRoom(at now: Instant) -> Bool { allowance.wait(at: now) == .zero }

    func take(at now: Instant) { allowance.take(1, at: now) }

    func drop() { dropped += 1 }

    /// How many were dropped since this was last asked.
    func takeDropped() -> Int {
        defer { dropped = 0 }
        return dropped
    }

    /// Whether a new one would be the same.
    func isAsNew(at now: Instant) -> Bool { dropped == 0 && allowance.isFull(at: now) }
}
