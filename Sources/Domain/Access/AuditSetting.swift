/// How much of the decisions of the rules is on record.
package enum AuditSetting: String, CaseIterable, Sendable {
    case no
    /// Each removal and each write, and the number of the others.
    case summary
    case full
}

extension AuditSetting: Comparable {
    package static func < (less: AuditSetting, more: AuditSetting) -> Bool {
        less != more && (less == .no || more == .full)
    }
}
