internal import Access
internal import Settings
internal import Time

/// How many records there are of what.
struct AuditTerms {
    /// Grants of one kind are summed up.
    let isSummary: Bool
    /// Records in full of one user's refusals, and as many of its grants that are not summed up.
    let rate: Rate
    let burst: Int
    /// How often counts are reported.
    let interval: Duration
    /// How many reports of dropped records are written at once.
    let notices: Int
    /// In bytes an hour for the whole host, half of it for grants; `nil`: no limit.
    let bytes: Int?

    /// Enough to find a mistake in a rule, and at most 1 MiB in any hour.
    static let summary = AuditTerms(
        isSummary: true, rate: Rate(count: 60, per: .seconds(3_600)), burst: 30, interval: .seconds(600),
        notices: .max, bytes: 1_048_576)

    /// More than an operator reads, less than would fill a journal at once.
    static let full = AuditTerms(
        isSummary: false, rate: Rate(count: 500, per: .seconds(1)), burst: 500, interval: .seconds(1),
        notices: 1, bytes: nil)

    /// `nil`: nothing is recorded.
    static func terms(_ setting: AuditSetting?, inJournal isJournal: Bool) -> AuditTerms? {
        switch setting ?? (isJournal ? .summary : .no) {
        case .no: nil
        case .summary: .summary
        case .full: .full
        }
    }
}
