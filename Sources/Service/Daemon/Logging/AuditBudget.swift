internal import Access
internal import Time

/// How many bytes of records the host still gets, however many users there are.
///
/// Grants and refusals have a half each. A quarter of it may come at once, and the rest grows back within an hour, so that
/// no hour has more than the whole.
struct AuditBudget {
    /// For each record, the fields that journald adds.
    static let overhead = 700

    private let grants: Allowance
    private let refusals: Allowance

    init(bytesPerHour bytes: Int) {
        let half = bytes / 2
        let rate = Rate(count: half * 3 / 4, per: .seconds(3_600))
        grants = Allowance(rate, burst: half / 4)
        refusals = Allowance(rate, burst: half / 4)
    }

    func hasRoom(forGrant isGrant: Bool, at now: Instant) -> Bool {
        allowance(isGrant).wait(at: now) == .zero
    }

    func take(_ size: Int, forGrant isGrant: Bool, at now: Instant) {
        allowance(isGrant).take(size + AuditBudget.overhead, at: now)
    }

    private func allowance(_ isGrant: Bool) -> Allowance { isGrant ? grants : refusals }
}
