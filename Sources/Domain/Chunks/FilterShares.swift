/// The memory of the filter and how much of it each user has: at most a quarter, so that no user keeps the others out.
package struct FilterShares: Sendable {
    /// The part of each exchange, about that of its buffers; a list of objects to delete takes its own length besides.
    package static let exchange = 32 << 10
    package static let all = 32 << 20
    private static let ofOne = all / 4

    private var total = 0
    /// `nil`: nginx does not name the user, with a configuration of an earlier release.
    private var users: [Int?: Int] = [:]

    package init() {}

    /// Takes room for the user, or returns `false` if there is none.
    package mutating func reserve(_ bytes: Int, for user: Int?) -> Bool {
        let own = users[user, default: 0] + bytes
        guard total + bytes <= FilterShares.all, user == nil || own <= FilterShares.ofOne
        else { return false }
        total += bytes
        users[user] = own
        return true
    }

    package mutating func release(_ bytes: Int, of user: Int?) {
        total -= bytes
        let rest = users[user, default: 0] - bytes
        users[user] = rest > 0 ? rest : nil
    }
}
