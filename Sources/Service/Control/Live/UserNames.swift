internal import Commands
internal import Kernel

/// The names of users; each is looked up once, because that may ask the network.
struct UserNames {
    private var names: [Int: String] = [:]

    mutating func names(of callers: [CallerStatus]) -> [Int: String] {
        for user in callers.compactMap(\.user) where names[user] == nil {
            let account = UInt32(exactly: user).flatMap { try? Account.numbered($0) }
            names[user] = account?.name ?? String(user)
        }
        return names
    }
}
