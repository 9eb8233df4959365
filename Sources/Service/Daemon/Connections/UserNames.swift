internal import Kernel

/// The names of the users who came, each looked up once, because that may ask the network; only rules with `%u` want them.
struct UserNames {
    /// With user namespaces a host may have very many.
    private static let most = 1_000

    private var names: [UInt32: String?] = [:]

    /// `nil` when he has none; a failure may be over by the next time.
    mutating func name(of user: UInt32) throws(SystemError) -> String? {
        if let known = names[user] { return known }
        let name = try Account.numbered(user)?.name
        if names.count >= UserNames.most { names.removeAll() }
        names[user] = .some(name)
        return name
    }

    /// The accounts may have changed.
    mutating func removeAll() {
        names.removeAll()
    }
}
