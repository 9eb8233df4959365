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

/// The order in which to ask several servers: that of the operator, with those that failed recently at the end.
package struct UpstreamHealth: Equatable, Sendable {
    /// After this time a failure no longer changes the order.
    package static let memory = Duration.seconds(300)

    private var failures: [Instant?]

    package init(count: Int) {
        failures = Array(repeating: nil, count: count)
    }

    /// The indices of all servers, in the order in which to ask them now.
    package func order(at now: Instant) -> [Int] {
        failures.indices.filter { !failedLately($0, now) } + failures.indices.filter { failedLately($0, now) }
    }

    package mutating func failed(_ server: Int, at now: Instant) {
        failures[server] = now
    }

    package mutating func succeeded(_ server: Int) {
        failures[server] = nil
    }

    private func failedLately(_ server: Int, _ now: Instant) -> Bool {
        failures[server].map { now - $0 < UpstreamHealth.memory } ?? false
    }
}
