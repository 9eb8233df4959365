internal import Access
internal import Time

/// Records of one user that are counted together: refusals must not hide grants.
final class AuditSeries {
    let isGrant: Bool
    private let allowance: Allowance
    /// Decisions without a record.
    private(set) var dropped = 0

    init(isGrant: Bool, within terms: AuditTerms) {
        self.isGrant = isGrant
        allowance = Allowance(terms.rate, burst: terms.burst)
    }

    /// Whether it may have another record.
    func hasRoom(at now: Instant) -> Bool { allowance.wait(at: now) == .zero }

    func take(at now: Instant) { allowance.take(1, at: now) }

    func drop() { dropped += 1 }

    /// They were reported.
    func takeDropped() { dropped = 0 }

    /// Whether a new one would be the same.
    func isAsNew(at now: Instant) -> Bool { dropped == 0 && allowance.isFull(at: now) }
}
