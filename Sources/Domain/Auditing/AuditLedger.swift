package import Time

/// The series of all users with recent decisions, and when their counts are due.
package struct AuditLedger {
    /// With user namespaces a host may have very many users; further users share an account.
    private static let maximumUsers = 1_024
    /// The pause between two searches for unused accounts in a full table.
    private static let pause = Duration.seconds(1)

    private var accounts: [UInt32: AuditAccount] = [:]
    private let others = AuditAccount(of: nil)
    /// Saves the lookup for a user with thousands of requests a second.
    private var last: AuditAccount?
    private var nextSearch = Instant(nanosecondsSinceBoot: .min)
    /// When the next report is due; `nil`: there is nothing to report.
    package private(set) var due: Instant?

    package init() {}

    package mutating func series(
        _ kind: AuditClass, isFull: Bool, of user: UInt32, at now: Instant
    ) -> AuditSeries {
        account(of: user, at: now).series[2 * kind.rawValue + (isFull ? 1 : 0)]
    }

    /// The count of decisions of this rule without a record.
    package mutating func count(in series: AuditSeries, of rule: String, at now: Instant) -> AuditCount {
        if let known = series.count(of: rule) { return known }
        let count = series.openCount(of: rule, at: now)
        expectReport(at: count.due)
        return count
    }

    /// Called when a record will be complete at the end of this second.
    package mutating func expectRecord(at now: Instant) { expectReport(at: now.end(ofSeconds: 1)) }

    /// Reports the counts that are due, or all; one that could not be written is kept.
    package mutating func report(at now: Instant, all: Bool, _ write: (AuditSeries, AuditCount) -> Bool) {
        due = nil
        for account in accounts.values + [others] {
            for series in account.series {
                series.report(at: now, all: all) { count in write(series, count) }
                for count in series.counts { expectReport(at: max(count.due, now.end(ofSeconds: 1))) }
            }
        }
    }

    private mutating func expectReport(at time: Instant) { due = min(time, due ?? time) }

    private mutating func account(of user: UInt32, at now: Instant) -> AuditAccount {
        if let last, last.user == user { return last }
        let account = accounts[user] ?? open(for: user, at: now)
        last = account
        return account
    }

    private mutating func open(for user: UInt32, at now: Instant) -> AuditAccount {
        if accounts.count >= AuditLedger.maximumUsers {
            guard now >= nextSearch else { return others }
            nextSearch = now + AuditLedger.pause
            accounts = accounts.filter { !$0.value.isAsNew(at: now) }
            guard accounts.count < AuditLedger.maximumUsers else { return others }
        }
        let account = AuditAccount(of: user)
        accounts[user] = account
        return account
    }
}

/// The series of one user.
private final class AuditAccount {
    /// `nil`: all users without their own account.
    let user: UInt32?
    /// For each class first the one of `summary`, then that of `full`.
    let series: [AuditSeries]

    init(of user: UInt32?) {
        self.user = user
        series = AuditClass.allCases.flatMap { kind in
            [false, true].map { AuditSeries(kind, isFull: $0, of: user) }
        }
    }

    func isAsNew(at now: Instant) -> Bool { series.allSatisfy { $0.isAsNew(at: now) } }
}

extension Instant {
    /// The end of an interval of whole seconds, so that all counts are reported at once.
    func end(ofSeconds seconds: Int64) -> Instant {
        let second: Int64 = 1_000_000_000
        return Instant(nanosecondsSinceBoot: (nanosecondsSinceBoot / second + seconds) * second)
    }
}
