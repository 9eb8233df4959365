internal import Access
package import Time

/// Decides which decisions get a record of their own, and counts the others until they are reported.
package struct AuditLedger {
    /// A count of decisions without a record.
    package enum Report {
        case alike(AuditKind)
        case dropped(AuditSeries)
    }

    /// The permission for one record, whose size is charged when it is written.
    package struct Admission {
        fileprivate let series: AuditSeries
        fileprivate let usesReserve: Bool
    }

    package let terms: AuditTerms
    private var table: AuditTable
    private let budget: AuditBudget?
    /// When the next report is due; `nil`: there is nothing to report.
    package private(set) var due: Instant?

    package init(_ terms: AuditTerms) {
        self.terms = terms
        table = AuditTable(terms)
        budget = terms.bytes.map(AuditBudget.init)
    }

    /// Admits a record of a decision that is not summed up; `isTaken`: whether the batch has room for one.
    package mutating func admit(isGrant: Bool, of user: UInt32, isTaken: Bool, at now: Instant) -> Admission?
    {
        let series = table.account(of: user, at: now).series(ofGrants: isGrant)
        let admission = Admission(series: series, usesReserve: true)
        guard isTaken, series.hasRoom(at: now), hasRoom(for: admission, at: now) else {
            series.drop()
            expectReport(at: now)
            return nil
        }
        series.take(at: now)
        return admission
    }

    /// Admits a record of the first grant of a kind, and of the first refusals; counts the others.
    ///
    /// A change or a refusal whose kind has no place gets a record up to the rate of the user, and is counted beyond it.
    package mutating func admit(
        _ traits: borrowing AuditTraits, of user: UInt32, signatures: Int, isTaken: Bool, at now: Instant
    ) -> Admission? {
        let account = table.account(of: user, at: now)
        let kind = account.kind(traits, at: now)
        let known = kind ?? (traits.usesReserve ? nil : account.outline(traits, at: now))
        if let known, known.recordsLeft == 0 {
            known.add(signatures)
            return nil
        }
        expectReport(at: now)
        let admission = Admission(
            series: account.series(ofGrants: traits.isGrant), usesReserve: traits.usesReserve)
        guard isTaken, hasRoom(for: admission, at: now), isWithinRate(admission, known, at: now) else {
            (known ?? account.outline(traits, at: now)).add(signatures)
            return nil
        }
        known?.takeRecord()
        return admission
    }

    /// The first grant of a kind needs no rate: there are few kinds.
    private func isWithinRate(_ admission: Admission, _ kind: AuditKind?, at now: Instant) -> Bool {
        if let kind, kind.isGrant { return true }
        guard admission.series.hasRoom(at: now) else { return false }
        admission.series.take(at: now)
        return true
    }

    /// Charges a written record of that many bytes.
    package func charge(_ size: Int, for admission: Admission, at now: Instant) {
        budget?.take(size, forGrant: admission.series.isGrant, share(of: admission), at: now)
    }

    private func hasRoom(for admission: Admission, at now: Instant) -> Bool {
        budget?.hasRoom(forGrant: admission.series.isGrant, share(of: admission), at: now) ?? true
    }

    private func share(of admission: Admission) -> Allowance? {
        admission.usesReserve ? admission.series.share : nil
    }

    private mutating func expectReport(at now: Instant) {
        if due == nil { due = now + terms.interval }
    }
}

// Reports.
extension AuditLedger {
    /// Reports the counts; a count that could not be written is kept.
    ///
    /// `write` returns the size of the record, or `nil` when it could not be written.
    package mutating func report(at now: Instant, all: Bool = false, _ write: (UInt32?, Report) -> Int?) {
        let accounts = table.all
        for account in accounts { reportKinds(of: account, at: now, write) }
        reportDropped(of: accounts, atMost: all ? .max : terms.notices, at: now, write)
        let isLeft = accounts.contains { !$0.kinds.isEmpty || $0.allSeries.contains { $0.dropped > 0 } }
        due = isLeft ? now + terms.interval : nil
    }

    private func reportKinds(
        of account: AuditAccount, at now: Instant, _ write: (UInt32?, Report) -> Int?
    ) {
        for kind in account.kinds {
            if kind.count > 0 {
                let admission = Admission(
                    series: account.series(ofGrants: kind.isGrant), usesReserve: kind.usesReserve)
                guard isWritten(.alike(kind), of: account.user, admission, at: now, write) else { continue }
            }
            if !kind.beginPeriod(at: now) { account.remove(kind) }
        }
    }

    private func reportDropped(
        of accounts: [AuditAccount], atMost most: Int, at now: Instant, _ write: (UInt32?, Report) -> Int?
    ) {
        let dropping = accounts.flatMap { account in account.allSeries.map { (account.user, $0) } }
            .filter { $0.1.dropped > 0 }
            .sorted { $0.1.dropped > $1.1.dropped }
        for (user, series) in dropping.prefix(most) {
            let admission = Admission(series: series, usesReserve: true)
            if isWritten(.dropped(series), of: user, admission, at: now, write) { series.takeDropped() }
        }
    }

    private func isWritten(
        _ report: Report, of user: UInt32?, _ admission: Admission, at now: Instant,
        _ write: (UInt32?, Report) -> Int?
    ) -> Bool {
        guard hasRoom(for: admission, at: now), let size = write(user, report) else { return false }
        charge(size, for: admission, at: now)
        return true
    }
}
