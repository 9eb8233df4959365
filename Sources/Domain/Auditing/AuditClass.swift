internal import Access

/// The effect of a decision, which says how much of it is on record.
package enum AuditClass: Int, CaseIterable {
    /// It removes something, or opens it to others: no such answer leaves without a record.
    case removal
    case write
    case read
    case refusal

    package var name: StaticString {
        switch self {
        case .removal: "removal"
        case .write: "write"
        case .read: "read"
        case .refusal: "refusal"
        }
    }

    /// The seconds after which a count is reported.
    func interval(isFull: Bool) -> Int64 {
        switch self {
        case .removal, .write: 1
        case .read, .refusal: isFull ? 1 : 60
        }
    }

    package static let mostRemovals = 1_000

    /// The keys of one user that have a place in a record; `nil`: requests beyond `records` are counted.
    func keys(isFull: Bool) -> Rate? {
        switch self {
        // A flood beyond it is refused, so that no removal can hide in a number.
        case .removal: Rate(count: AuditClass.mostRemovals, per: .seconds(1))
        case .write: isFull ? nil : Rate(count: 100, per: .seconds(1))
        case .read, .refusal: nil
        }
    }

    /// The most records of their own at once: in full, 250 reads and 250 writes.
    static let burst = 250

    /// The requests of one user that have a record of their own; `nil`: none.
    func records(isFull: Bool) -> Rate? {
        // More than an operator reads, less than would fill a journal at once.
        if isFull { return Rate(count: 500, per: .seconds(1)) }
        return switch self {
        case .removal, .write: Rate(count: 10, per: .seconds(1))
        case .read: nil
        // Enough to find a mistake in a rule.
        case .refusal: Rate(count: 30, per: .seconds(60))
        }
    }
}
