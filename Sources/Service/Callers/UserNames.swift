internal import Kernel
internal import Time

/// The names of recent users; only rules with `%u` need them, and a lookup may ask the network.
///
/// An entry lives for one minute, because a number can be given to another user.
struct UserNames {
    private struct Answer {
        let name: String?
        let end: Instant
    }

    /// With user namespaces a host may have very many users.
    private static let maximumCount = 1_000
    private static let life = Duration.seconds(60)

    private var answers: [UInt32: Answer] = [:]

    /// `nil` for a user without a name; a failed lookup is not cached.
    mutating func name(
        of user: UInt32, at now: Instant, lookUp: (UInt32) throws(SystemError) -> String?
    ) throws(SystemError) -> String? {
        if let known = answers[user], now < known.end { return known.name }
        let name = try lookUp(user)
        if answers.count >= UserNames.maximumCount { answers.removeAll() }
        answers[user] = Answer(name: name, end: now + UserNames.life)
        return name
    }

    mutating func removeAll() {
        answers.removeAll()
    }
}
