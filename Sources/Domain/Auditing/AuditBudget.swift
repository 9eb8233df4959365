internal import Access
internal import Time

/// The bytes of records that the whole host may still write: one half for grants, one for refusals.
///
/// A quarter of each half is the burst, and the rest is refilled over an hour, so no hour exceeds the limit.
package struct AuditBudget {
    /// The fields that journald adds to each record.
    package static let overhead = 700

    private let grants: Half
    private let refusals: Half

    init(bytesPerHour bytes: Int) {
        grants = Half(bytesPerHour: bytes / 2)
        refusals = Half(bytesPerHour: bytes / 2)
    }

    /// Half of the bytes is open to all users; the other half is a reserve, of which each user has a small share.
    private struct Half {
        /// Twelve users can take their whole shares at once.
        static let shares = 12

        let open: Allowance
        let reserve: Allowance

        init(bytesPerHour bytes: Int) {
            open = Half.allowance(bytesPerHour: bytes / 2)
            reserve = Half.allowance(bytesPerHour: bytes / 2)
        }

        static func allowance(bytesPerHour bytes: Int) -> Allowance {
            Allowance(Rate(count: bytes * 3 / 4, per: .seconds(3_600)), burst: bytes / 4)
        }
    }

    /// The share of one user in the reserve.
    static func share(ofBytesPerHour bytes: Int) -> Allowance {
        Half.allowance(bytesPerHour: bytes / 4 / Half.shares)
    }

    /// `share`: the share of the user in the reserve; `nil`: the record may not use the reserve.
    func hasRoom(forGrant isGrant: Bool, _ share: Allowance?, at now: Instant) -> Bool {
        let half = isGrant ? grants : refusals
        if half.open.wait(at: now) == .zero { return true }
        return share?.wait(at: now) == .zero && half.reserve.wait(at: now) == .zero
    }

    func take(_ size: Int, forGrant isGrant: Bool, _ share: Allowance?, at now: Instant) {
        let half = isGrant ? grants : refusals
        let bytes = size + AuditBudget.overhead
        guard half.open.wait(at: now) > .zero, let share else { return half.open.take(bytes, at: now) }
        half.reserve.take(bytes, at: now)
        share.take(bytes, at: now)
    }
}
