package import Time

extension Credential {
    /// Another one so soon after this would live no longer.
    private static let leastAge: Int64 = 10

    /// Whether it came so lately that nobody is asked for another, even for somebody who wants it to live so long.
    ///
    /// Any caller may want that in each of his requests, and each new token is written, told and handed on: who wants
    /// nearly all of a life gets 60 of them in one, and who wants more than there ever was, ten.
    package func isYoung(for seconds: Int, at now: Timestamp) -> Bool {
        guard !isExpired(at: now) else { return false }
        let age = now - fetchedAt
        guard age >= 0, let expiration else { return (0..<Credential.leastAge).contains(age) }
        let life = expiration - fetchedAt
        return age < max(Credential.leastAge, life / (life < seconds ? 10 : 60))
    }
}
