package import Time

/// Whether a server that signs is worth asking: after some failures in a row it is left alone for a while, so that
/// callers learn at once what they would otherwise wait for, and a chain goes on to its next member.
package struct SignerHealth: Equatable {
    /// One may be chance, and several come together when several questions are under way.
    private static let tolerated = 3
    private static let shortestRest: Int64 = 1_000
    private static let longestRest: Int64 = 30_000
    /// A server that wants to rest longer is asked again all the same.
    private static let longestPause = 300

    package private(set) var consecutiveFailures = 0
    package private(set) var restEnd: Instant?

    package init() {}
}

extension SignerHealth {
    /// When it is asked again; `nil` when it may be asked now.
    package func rest(at now: Instant) -> Instant? {
        guard let restEnd, restEnd > now else { return nil }
        return restEnd
    }

    package mutating func succeeded() {
        self = SignerHealth()
    }

    /// `random` is any number of a fair source: hosts must not come back in step.
    package mutating func failed(retryAfter: Int?, at now: Instant, random: UInt64) {
        consecutiveFailures += 1
        let pause = Duration.seconds(min(max(retryAfter ?? 0, 0), SignerHealth.longestPause))
        let end = now + max(pause, backoff(random))
        if end > now { restEnd = max(restEnd ?? end, end) }
    }

    /// Doubles with every failure beyond the tolerated ones; the last half of it is chance.
    private func backoff(_ random: UInt64) -> Duration {
        let excess = consecutiveFailures - SignerHealth.tolerated
        guard excess >= 0 else { return .zero }
        let ceiling = min(SignerHealth.longestRest, SignerHealth.shortestRest << min(excess, 10))
        return .milliseconds(random.number(from: ceiling / 2, to: ceiling))
    }
}
