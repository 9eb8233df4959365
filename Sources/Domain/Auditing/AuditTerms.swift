internal import Access

/// Limits on the records, by the setting `Audit=`.
package struct AuditTerms {
    /// Whether alike decisions are summed up.
    package let isSummary: Bool
    /// The rate of full records of one user's refusals, and the same for its grants that are not summed up.
    let rate: Rate
    let burst: Int
    /// The interval of the reports of counts.
    let interval: Duration
    /// The number of reports of dropped records that may be written in a burst.
    let notices: Int
    /// In bytes an hour for the whole host, half of it for grants; `nil`: no limit.
    let bytes: Int?

    /// Enough to find a mistake in a rule, and at most 1 MiB in any hour.
    package static let summary = AuditTerms(
        isSummary: true, rate: Rate(count: 60, per: .seconds(3_600)), burst: 30, interval: .seconds(600),
        notices: .max, bytes: 1_048_576)

    /// More than an operator reads, less than would fill a journal at once.
    package static let full = AuditTerms(
        isSummary: false, rate: Rate(count: 500, per: .seconds(1)), burst: 500, interval: .seconds(1),
        notices: 1, bytes: nil)
}
