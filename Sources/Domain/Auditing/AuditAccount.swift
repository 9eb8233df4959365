internal import Access
internal import Bytes
internal import Time

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
    /// A program that does one thing has fewer kinds; further ones are counted by operation and method.
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

    var allSeries: [AuditSeries] { [grants, refusals] }

    func series(ofGrants isGrant: Bool) -> AuditSeries { isGrant ? grants : refusals }

    /// The kind of the decision, if it is known or has a place.
    func kind(_ traits: borrowing AuditTraits, at now: Instant) -> AuditKind? {
        kind(traits, to: traits.text.count, in: traits.group, at: now)
    }

    /// The kind that the decision is counted by if its own has no place.
    func outline(_ traits: borrowing AuditTraits, at now: Instant) -> AuditKind {
        kind(traits, to: traits.outlines[0], in: .outlines, at: now)
            ?? known(traits, to: traits.outlines[1])
            ?? add(traits, to: traits.outlines[1], in: .methods, at: now)
    }

    private func kind(
        _ traits: borrowing AuditTraits, to end: Int, in group: AuditKind.Group, at now: Instant
    ) -> AuditKind? {
        if let known = known(traits, to: end) { return known }
        guard kinds.count(where: { $0.group == group }) < AuditAccount.maximumKinds else { return nil }
        return add(traits, to: end, in: group, at: now)
    }

    private func known(_ traits: borrowing AuditTraits, to end: Int) -> AuditKind? {
        let text = traits.text.span.extracting(first: end)
        for kind in kinds where kind.text.equals(text) { return kind }
        return nil
    }

    private func add(
        _ traits: borrowing AuditTraits, to end: Int, in group: AuditKind.Group, at now: Instant
    ) -> AuditKind {
        let kind = AuditKind(traits, to: end, in: group, at: now)
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

/// The grants or the refusals of one user; separate limits keep refusals from hiding grants.
package final class AuditSeries {
    package let isGrant: Bool
    private let allowance: Allowance
    /// The user's share in the reserve of the host's budget; `nil`: there is no budget.
    let share: Allowance?
    /// The number of decisions without a record.
    package private(set) var dropped = 0

    init(isGrant: Bool, within terms: AuditTerms) {
        self.isGrant = isGrant
        allowance = Allowance(terms.rate, burst: terms.burst)
        share = terms.bytes.map(AuditBudget.share)
    }

    /// Whether another record is allowed.
    func hasRoom(at now: Instant) -> Bool { allowance.wait(at: now) == .zero }

    func take(at now: Instant) { allowance.take(1, at: now) }

    func drop() { dropped += 1 }

    func takeDropped() { dropped = 0 }

    /// Whether the series equals a new one, so that it can be removed.
    func isAsNew(at now: Instant) -> Bool {
        dropped == 0 && allowance.isFull(at: now) && share?.isFull(at: now) ?? true
    }
}
