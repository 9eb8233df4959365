internal import Time

/// The accounts of all users that had decisions of late.
struct AuditTable {
    /// With user namespaces a host may have very many users; those beyond share an account.
    private static let most = 1_024
    /// Between two looks for places in a full table.
    private static let pause = Duration.seconds(1)

    private let terms: AuditTerms
    private var accounts: [UInt32: AuditAccount] = [:]
    private let others: AuditAccount
    /// A user that asks thousands of times in a second is not looked up each time.
    private var last: AuditAccount?
    private var nextLook = Instant(nanosecondsSinceBoot: .min)

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
        if accounts.count >= AuditTable.most {
            guard now >= nextLook else { return others }
            nextLook = now + AuditTable.pause
            accounts = accounts.filter { !$0.value.isAsNew(at: now) }
            guard accounts.count < AuditTable.most else { return others }
        }
        let account = AuditAccount(of: user, within: terms)
        accounts[user] = account
        return account
    }
}
