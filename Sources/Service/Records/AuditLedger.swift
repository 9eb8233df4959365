internal import Access
internal import Bytes
internal import Settings
internal import Time

/// Decides which decisions get a record of their own, and counts the others until they are reported.
struct AuditLedger {
    /// A count of decisions without a record.
    enum Report {
        case grants(AuditKind)
        case dropped(AuditSeries)
    }

    let terms: AuditTerms
    private var table: AuditTable
    private let budget: AuditBudget?
    /// When the next report is due; `nil`: there is nothing to report.
    private(set) var due: Instant?

    init(_ terms: AuditTerms) {
        self.terms = terms
        table = AuditTable(terms)
        budget = terms.bytes.map(AuditBudget.init)
    }

    /// Whether this decision gets a record; `isTaken`: whether the batch has room for one.
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

    /// Charges a written record of that many bytes.
    func charge(_ size: Int, forGrant isGrant: Bool, at now: Instant) {
        budget?.take(size, forGrant: isGrant, at: now)
    }

    /// Reports the counts; a count that could not be written is kept.
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

/// Limits on the records, by the setting `Audit=`.
struct AuditTerms {
    /// Whether grants of one kind are summed up.
    let isSummary: Bool
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

/// The accounts of all users with recent decisions.
struct AuditTable {
    /// With user namespaces a host may have very many users; further users share an account.
    private static let maximumUsers = 1_024
    /// The pause between two searches for unused accounts in a full table.
    private static let pause = Duration.seconds(1)

    private let terms: AuditTerms
    private var accounts: [UInt32: AuditAccount] = [:]
    private let others: AuditAccount
    /// Saves the lookup for a user with thousands of requests a second.
    private var last: AuditAccount?
    private var nextSearch = Instant(nanosecondsSinceBoot: .min)

    init(_ terms: AuditTerms) {
        self.terms = terms
        others = AuditAccount(of: nil, within: terms)
    }

    mutating func account(of user: UInt32, at now: Instant) -> AuditAccount {
        if let last, last.user == user { return last }
        let account = accounts[user] ?? open(for: user, at: now)
        last = account
        return account
    }

    var all: [AuditAccount] { accounts.values + [others] }

    private mutating func open(for user: UInt32, at now: Instant) -> AuditAccount {
        if accounts.count >= AuditTable.maximumUsers {
            guard now >= nextSearch else { return others }
            nextSearch = now + AuditTable.pause
            accounts = accounts.filter { !$0.value.isAsNew(at: now) }
            guard accounts.count < AuditTable.maximumUsers else { return others }
        }
        let account = AuditAccount(of: user, within: terms)
        accounts[user] = account
        return account
    }
}

/// The records of one user.
final class AuditAccount {
    /// A program that does one thing has fewer; further kinds are counted together.
    private static let maximumKinds = 16

    /// `nil`: all users without their own account.
    let user: UInt32?
    let grants: AuditSeries
    let refusals: AuditSeries
    /// The kinds of this period.
    private(set) var kinds: [AuditKind] = []

    init(of user: UInt32?, within terms: AuditTerms) {
        self.user = user
        grants = AuditSeries(isGrant: true, within: terms)
        refusals = AuditSeries(isGrant: false, within: terms)
    }

    var series: [AuditSeries] { [grants, refusals] }

    /// The kind with this text, or the one for all further kinds.
    func kind(_ text: borrowing ByteBuffer) -> AuditKind? {
        for kind in kinds where kind.text.equals(text.span) { return kind }
        return kinds.count > AuditAccount.maximumKinds ? kinds.last : nil
    }

    func addKind(_ text: borrowing ByteBuffer, at now: Instant) -> AuditKind {
        let hasPlace = kinds.count < AuditAccount.maximumKinds
        let kind = AuditKind(hasPlace ? ByteBuffer(copying: text.span) : ByteBuffer(capacity: 0), at: now)
        kinds.append(kind)
        return kind
    }

    func remove(_ kind: AuditKind) {
        kinds.removeAll { $0 === kind }
    }

    func isAsNew(at now: Instant) -> Bool {
        kinds.isEmpty && grants.isAsNew(at: now) && refusals.isAsNew(at: now)
    }
}

/// Grants that are summed up, because their records would differ only in key and time.
final class AuditKind {
    /// The values of `fields` in this order, each ended by a zero byte; empty for the shared count of all further kinds.
    let text: ByteBuffer
    /// The start of the count.
    private(set) var since: Instant
    private(set) var count = 0
    private(set) var signatures = 0
    private var isUsed = true

    private static let fields: [StaticString] = [
        "OSSAUTHD_OPERATION", "OSSAUTHD_METHOD", "OSSAUTHD_BUCKET", "OSSAUTHD_PROFILE", "OSSAUTHD_RULE",
        "OSSAUTHD_UNIT", "OSSAUTHD_PARAMETER", "OSSAUTHD_SOURCE",
    ]

    init(_ text: consuming ByteBuffer, at now: Instant) {
        self.text = text
        since = now
    }

    func add(_ signatures: Int) {
        count += 1
        self.signatures += signatures
        isUsed = true
    }

    /// The fields that have a value, with its range in `text`.
    func forEachField(_ body: (StaticString, Range<Int>) -> Void) {
        var start = 0
        var field = 0
        for end in 0..<text.count where text[end] == 0 {
            // With several names, a blank follows each.
            let last = end > start && text[end - 1] == UInt8(ascii: " ") ? end - 1 : end
            if last > start { body(AuditKind.fields[field], start..<last) }
            start = end + 1
            field += 1
        }
    }

    /// Called after each report.
    ///
    /// `false`: no grant since the last call, so the next one gets a record again.
    func beginPeriod(at now: Instant) -> Bool {
        defer { isUsed = false }
        since = now
        count = 0
        signatures = 0
        return isUsed
    }
}

/// The grants or the refusals of one user; separate limits keep refusals from hiding grants.
final class AuditSeries {
    let isGrant: Bool
    private let allowance: Allowance
    /// The number of decisions without a record.
    private(set) var dropped = 0

    init(isGrant: Bool, within terms: AuditTerms) {
        self.isGrant = isGrant
        allowance = Allowance(terms.rate, burst: terms.burst)
    }

    /// Whether another record is allowed.
    func hasRoom(at now: Instant) -> Bool { allowance.wait(at: now) == .zero }

    func take(at now: Instant) { allowance.take(1, at: now) }

    func drop() { dropped += 1 }

    func takeDropped() { dropped = 0 }

    /// Whether the series equals a new one, so that it can be removed.
    func isAsNew(at now: Instant) -> Bool { dropped == 0 && allowance.isFull(at: now) }
}

/// The bytes of records that the whole host may still write.
///
/// Grants and refusals have one half each. A quarter of that is the burst, and the rest is refilled over an hour, so no hour
/// exceeds the limit.
struct AuditBudget {
    /// The fields that journald adds to each record.
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
