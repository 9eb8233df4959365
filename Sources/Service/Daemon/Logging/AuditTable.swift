internal import Time

/// The series of all users who had records of late.
struct AuditTable {
    /// Those of one user.
    private struct Account {
        let user: UInt32
        let grants: AuditSeries
        let refusals: AuditSeries

        init(of user: UInt32) {
            self.user = user
            grants = AuditSeries(of: user, isGrant: true)
            refusals = AuditSeries(of: user, isGrant: false)
        }

        func isAsNew(at now: Instant) -> Bool { grants.isAsNew(at: now) && refusals.isAsNew(at: now) }
    }

    private var accounts: [UInt32: Account] = [:]
    /// Who asks thousands of times in a second is not looked up each time.
    private var last: Account?
    private var limit = 1_024

    mutating func series(of user: UInt32, isGrant: Bool, at now: Instant) -> AuditSeries {
        let account = account(of: user, at: now)
        return isGrant ? account.grants : account.refusals
    }

    /// Of everybody.
    var series: [AuditSeries] { accounts.values.flatMap { [$0.grants, $0.refusals] } }

    private mutating func account(of user: UInt32, at now: Instant) -> Account {
        if let last, last.user == user { return last }
        let account = accounts[user] ?? open(for: user, at: now)
        last = account
        return account
    }

    private mutating func open(for user: UInt32, at now: Instant) -> Account {
        if accounts.count >= limit {
            accounts = accounts.filter { !$0.value.isAsNew(at: now) }
            limit = max(1_024, 2 * accounts.count)
        }
        let account = Account(of: user)
        accounts[user] = account
        return account
    }
}
