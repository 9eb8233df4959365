package import Time

/// Whether to ask a remote signer: after several failures it gets a pause, in which callers get the error at once and a
/// chain uses its next member.
package struct SignerHealth: Equatable {
    /// Concurrent requests fail together, so a few failures are tolerated.
    private static let tolerated = 3
    private static let shortestRest: Int64 = 1_000
    private static let longestRest: Int64 = 30_000
    /// The longest `Retry-After` that is obeyed, in seconds.
    private static let longestPause = 300

    package private(set) var consecutiveFailures = 0
    package private(set) var restEnd: Instant?

    package init() {}
}

extension SignerHealth {
    /// The end of the pause; `nil`: it can be asked now.
    package func rest(at now: Instant) -> Instant? {
        guard let restEnd, restEnd > now else { return nil }
        return restEnd
    }

    package mutating func succeeded() {
        self = SignerHealth()
    }

    /// `random` is uniformly distributed, so that hosts do not return at the same time.
    package mutating func failed(retryAfter: Int?, at now: Instant, random: UInt64) {
        consecutiveFailures += 1
        let pause = Duration.seconds(min(max(retryAfter ?? 0, 0), SignerHealth.longestPause))
        let end = now + max(pause, backoff(random))
        if end > now { restEnd = max(restEnd ?? end, end) }
    }

    /// Doubles with every failure beyond the tolerated ones; half of it is random.
    private func backoff(_ random: UInt64) -> Duration {
        let excess = consecutiveFailures - SignerHealth.tolerated
        guard excess >= 0 else { return .zero }
        let ceiling = min(SignerHealth.longestRest, SignerHealth.shortestRest << min(excess, 10))
        return .milliseconds(random.number(from: ceiling / 2, to: ceiling))
    }
}
