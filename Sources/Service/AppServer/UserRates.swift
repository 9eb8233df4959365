internal import Access
internal import Issuing
internal import Time

/// The rates of the users.
struct UserRates {
    private var allowances: [Principal: Allowance] = [:]
    private var limit = 1_024

    /// Counts a request; returns the seconds until the next one is possible if there are too many.
    mutating func take(_ user: Principal, _ terms: UserTerms, at now: Instant) -> Int? {
        guard let rate = terms.rate else { return nil }
        let allowance = allowance(of: user, rate, burst: terms.burst, at: now)
        let wait = allowance.wait(at: now)
        guard wait <= .zero else { return max(1, Int((wait + .milliseconds(999)).wholeSeconds)) }
        allowance.take(1, at: now)
        return nil
    }

    /// A changed configuration has other rates.
    mutating func removeAll() { allowances = [:] }

    private mutating func allowance(of user: Principal, _ rate: Rate, burst: Int?, at now: Instant)
        -> Allowance
    {
        if let known = allowances[user] { return known }
        if allowances.count >= limit {
            allowances = allowances.filter { !$0.value.isFull(at: now) }
            limit = max(1_024, 2 * allowances.count)
        }
        let new = Allowance(rate, burst: burst)
        allowances[user] = new
        return new
    }
}
