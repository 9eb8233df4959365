internal import Kernel
internal import Time

/// The names of the users who came lately, since to look one up may ask the network; only rules with `%u` want them.
///
/// None is kept for long: a number can become another user's.
struct UserNames {
    private struct Answer {
        let name: String?
        let end: Instant
    }

    /// With user namespaces a host may have very many.
    private static let most = 1_000
    private static let life = Duration.seconds(60)

    private var answers: [UInt32: Answer] = [:]

    /// `nil` when he has none; a failure may be over by the next time.
    mutating func name(
        of user: UInt32, at now: Instant, lookUp: (UInt32) throws(SystemError) -> String?
    ) throws(SystemError) -> String? {
        if let known = answers[user], now < known.end { return known.name }
        let name = try lookUp(user)
        if answers.count >= UserNames.most { answers.removeAll() }
        answers[user] = Answer(name: name, end: now + UserNames.life)
        return name
    }

    /// The accounts may have changed.
    mutating func removeAll() {
        answers.removeAll()
    }
}
