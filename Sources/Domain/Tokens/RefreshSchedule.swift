package import Time

/// Decides when to fetch; knows nothing of sockets, files or clocks.
///
/// It is told what happened and answers what to do next. No failure is an end: there is always a next attempt.
package struct RefreshSchedule: Equatable {
    package enum Step: Equatable {
        case fetch
        case wait(until: Instant)
        /// Nothing to do until somebody asks.
        case rest
    }

    private enum Phase: Equatable {
        case resting
        case waiting(until: Instant)
        case fetching
    }

    package var policy: RefreshPolicy
    package private(set) var consecutiveFailures = 0
    private var phase = Phase.resting

    package init(policy: RefreshPolicy) {
        self.policy = policy
    }
}

extension RefreshSchedule {
    /// What to do now. Answering `fetch` means that the fetch is under way: there is never a second one beside it.
    package mutating func step(at now: Instant) -> Step {
        switch phase {
        case .resting, .fetching: return .rest
        case .waiting(let due) where due > now: return .wait(until: due)
        case .waiting:
            phase = .fetching
            return .fetch
        }
    }

    package var isFetching: Bool { phase == .fetching }

    /// When the next attempt is due, if one is planned.
    package var nextAttempt: Instant? {
        guard case .waiting(let due) = phase else { return nil }
        return due
    }

    /// At the start, without a token.
    package mutating func begin(at now: Instant) {
        phase = policy.isLazy ? .resting : .waiting(until: now)
    }

    /// Somebody needs a token, or a longer-lived one. A delay after a failure is kept: callers must not become a storm
    /// upon a server that is down.
    package mutating func demand(at now: Instant) {
        switch phase {
        case .resting: phase = .waiting(until: now)
        case .waiting where consecutiveFailures == 0: phase = .waiting(until: now)
        case .waiting, .fetching: break
        }
    }

    /// The operator asked: now, whatever was planned.
    package mutating func force(at now: Instant) {
        if phase != .fetching { phase = .waiting(until: now) }
    }

    /// A token is there, from wherever; `random` is any number of a fair source.
    package mutating func received(expiration: Timestamp?, at now: Moment, random: UInt64) {
        consecutiveFailures = 0
        guard let expiration else {
            phase = .resting
            return
        }
        let life = max(0, expiration - now.wall)
        phase = policy.isLazy ? .resting : .waiting(until: now.boot + .seconds(delay(life: life, random: random)))
    }

    package mutating func failed(
        _ failure: RefreshFailure, retryAfter: Int?, at now: Instant, random: UInt64
    ) {
        consecutiveFailures += 1
        let wait = max(backoff(failure, random: random), .seconds(min(retryAfter ?? 0, 3_600)))
        phase = .waiting(until: now + wait)
    }

    /// The profile has nothing to fetch any more: its token was forgotten or set by hand.
    package mutating func stop() {
        consecutiveFailures = 0
        phase = .resting
    }
}

extension RefreshSchedule {
    /// Seconds until the next fetch of a token that lives `life` seconds longer.
    private func delay(life: Int64, random: UInt64) -> Int64 {
        let planned = RefreshSchedule.plannedAge(life: life, policy: policy)
        let spread = planned * Int64(policy.jitterPermille) / 1_000
        let jittered = planned - spread + Int64(random % UInt64(2 * spread + 1))
        // A token that lives no longer than the margin cannot keep it: then half its life must do.
        let latest = life > Int64(policy.minRemainingSeconds) * 2 ? life - Int64(policy.minRemainingSeconds) : life / 2
        return max(0, min(jittered, latest))
    }

    /// How old a token should get, before jitter.
    static func plannedAge(life: Int64, policy: RefreshPolicy) -> Int64 {
        switch policy.refreshAt {
        case .permilleOfLife(let permille): life * Int64(permille) / 1_000
        case .beforeEnd(let seconds): max(0, life - Int64(seconds))
        }
    }

    /// Doubles with every failure up to the limit; then any part of it, so that callers spread evenly.
    private func backoff(_ failure: RefreshFailure, random: UInt64) -> Duration {
        let initial = UInt64(policy.retryInitialSeconds * failure.slowness) * 1_000
        let limit = UInt64(policy.retryMaxSeconds) * 1_000
        let doublings = UInt64(min(consecutiveFailures - 1, 20))
        let ceiling = max(1, min(limit, initial << doublings))
        // At least a tenth, so that full jitter never means at once.
        return .milliseconds(Int64(ceiling / 10 + random % (ceiling - ceiling / 10 + 1)))
    }
}
