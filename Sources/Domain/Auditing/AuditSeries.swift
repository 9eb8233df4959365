internal import Access
package import Time

/// The place of a decision in the audit.
package enum AuditPlace {
    case ownRecord
    /// In a record with other requests of the same second.
    case gathered
    case counted
    /// None: the request must be refused.
    case refused
}

/// The decisions of one class for one user; its limits are its own, so no others can use them up.
package final class AuditSeries {
    /// The bytes that may wait for the journal, so that one user does not fill the memory for all.
    private static let maximumSize = 65_536

    /// `nil`: all users without their own account.
    package let user: UInt32?
    package let kind: AuditClass
    private let interval: Int64
    private let records: Allowance?
    private let keys: Allowance?
    /// The counts of decisions without a record, one for each rule.
    fileprivate(set) var counts: [AuditCount] = []
    private var pending = 0
    /// The number of times that the journal had taken everything, when `pending` was counted.
    private var epoch = 0

    init(_ kind: AuditClass, isFull: Bool, of user: UInt32?) {
        self.user = user
        self.kind = kind
        interval = kind.interval(isFull: isFull)
        records = kind.records(isFull: isFull).map { Allowance($0, burst: min($0.count, AuditClass.burst)) }
        keys = kind.keys(isFull: isFull).map { Allowance($0) }
    }

    /// Decides on a request for so many keys, which is never split.
    package func place(forKeys count: Int, hasRoom: () -> Bool, at now: Instant) -> AuditPlace {
        guard let records else { return .counted }
        let isWithin = keys.map { $0.wait(at: now) == .zero } ?? true
        let isOwn = records.wait(at: now) == .zero
        guard isWithin, isOwn || keys != nil, hasRoom() else { return kind == .removal ? .refused : .counted }
        keys?.take(count, at: now)
        if isOwn { records.take(1, at: now) }
        return isOwn ? .ownRecord : .gathered
    }

    package func hasRoom(in epoch: Int) -> Bool { self.epoch != epoch || pending < AuditSeries.maximumSize }

    /// Notes a written record.
    package func add(_ bytes: Int, in epoch: Int) {
        if self.epoch != epoch { pending = 0 }
        self.epoch = epoch
        pending += bytes
    }

    /// The count of the rule, which is reported when its interval ends.
    func count(of rule: String) -> AuditCount? {
        for known in counts where known.isOf(rule) { return known }
        return nil
    }

    func openCount(of rule: String, at now: Instant) -> AuditCount {
        let new = AuditCount(of: rule, from: now, until: now.end(ofSeconds: interval))
        counts.append(new)
        return new
    }

    /// Drops the counts that `write` has written, of those that are due.
    func report(at now: Instant, all: Bool, _ write: (AuditCount) -> Bool) {
        counts.removeAll { count in (all || count.due <= now) && write(count) }
    }

    /// Whether the series equals a new one, so that it can be removed.
    func isAsNew(at now: Instant) -> Bool {
        counts.isEmpty && records?.isFull(at: now) ?? true && keys?.isFull(at: now) ?? true
    }
}
