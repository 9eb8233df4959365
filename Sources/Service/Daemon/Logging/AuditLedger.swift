internal import Bytes
internal import Time

/// Decides which decisions get a record of their own, and counts the others until they are reported.
struct AuditLedger {
    /// What is reported of decisions without a record.
    enum Report {
        case grants(AuditKind)
        case dropped(AuditSeries)
    }

    let terms: AuditTerms
    private var table: AuditTable
    private let budget: AuditBudget?
    /// When the next report is to be written; `nil`: there is nothing to report.
    private(set) var due: Instant?

    init(_ terms: AuditTerms) {
        self.terms = terms
        table = AuditTable(terms)
        budget = terms.bytes.map(AuditBudget.init)
    }

    /// Whether this decision gets a record; `isTaken`: whether there is room for one at all.
    mutating func admits(isGrant: Bool, of user: UInt32, isTaken: Bool, at now: Instant) -> Bool {
        let account = table.account(of: user, at: now)
        let series = isGrant ? account.grants : account.refusals
        guard isTaken, hasRoom(forGrant: isGrant, at: now), series.hasRoom(at: now) else {
            series.drop()
            expectReport(at: now)
            return false
        }
        series.take(at: now)
        return true
    }

    /// Whether a grant is the first of its kind, which gets a record.
    mutating func admits(
        kind text: borrowing ByteBuffer, of user: UInt32, signatures: Int, isTaken: Bool, at now: Instant
    ) -> Bool {
        let account = table.account(of: user, at: now)
        if let known = account.kind(text) {
            known.add(signatures)
            return false
        }
        let kind = account.addKind(text, at: now)
        expectReport(at: now)
        guard isTaken, hasRoom(forGrant: true, at: now) else {
            kind.add(signatures)
            return false
        }
        return true
    }

    /// A record of so many bytes was written.
    func charge(_ size: Int, forGrant isGrant: Bool, at now: Instant) {
        budget?.take(size, forGrant: isGrant, at: now)
    }

    /// Reports what was counted; what there is no room for now is counted on.
    ///
    /// `write` returns the size of the record, or `nil` when it could not be written.
    mutating func report(at now: Instant, all: Bool = false, _ write: (UInt32?, Report) -> Int?) {
        let accounts = table.all
        for account in accounts {
            for kind in account.kinds {
                if kind.count > 0 {
                    guard hasRoom(forGrant: true, at: now), let size = write(account.user, .grants(kind))
                    else {
                        continue
                    }
                    charge(size, forGrant: true, at: now)
                }
                if !kind.beginPeriod(at: now) { account.remove(kind) }
            }
        }
        reportDropped(of: accounts, atMost: all ? .max : terms.notices, at: now, write)
        let isLeft = accounts.contains { !$0.kinds.isEmpty || $0.series.contains { $0.dropped > 0 } }
        due = isLeft ? now + terms.interval : nil
    }

    private func reportDropped(
        of accounts: [AuditAccount], atMost most: Int, at now: Instant, _ write: (UInt32?, Report) -> Int?
    ) {
        let dropping = accounts.flatMap { account in account.series.map { (account.user, $0) } }
            .filter { $0.1.dropped > 0 }
            .sorted { $0.1.dropped > $1.1.dropped }
        for (user, series) in dropping.prefix(most) {
            guard hasRoom(forGrant: series.isGrant, at: now), let size = write(user, .dropped(series)) else {
                continue
            }
            series.takeDropped()
            charge(size, forGrant: series.isGrant, at: now)
        }
    }

    private func hasRoom(forGrant isGrant: Bool, at now: Instant) -> Bool {
        budget?.hasRoom(forGrant: isGrant, at: now) ?? true
    }

    private mutating func expectReport(at now: Instant) {
        if due == nil { due = now + terms.interval }
    }
}
