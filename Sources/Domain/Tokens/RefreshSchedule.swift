package import Time

/// Decides when to fetch: a state machine without sockets, files or clocks.
///
/// It receives events and returns the next step. After a failure there is always another attempt.
package struct RefreshSchedule: Equatable {
    package enum Step: Equatable {
        case fetch
        case wait(until: Instant)
        /// Nothing to do until a request needs a token.
        case rest
    }

    private enum Phase: Equatable {
        case resting
        case waiting(until: Instant)
        case fetching(since: Instant)
    }

    package let policy: RefreshPolicy
    package private(set) var consecutiveFailures = 0
    private var phase = Phase.resting
    /// After a start or an outage many hosts fetch at the same time.
    private var isSynchronizedWithOthers = false
    /// The operator wants another token, even one that expires sooner.
    package private(set) var isForced = false
    /// The operator asked during an attempt, so another one follows.
    private var isForcedNext = false
    /// The number of attempts that were begun.
    private var attempts = 0
    /// When the next attempt after a failure is due if a request finds no token.
    private var dueOnDemand = Instant(nanosecondsSinceBoot: .max)
    /// Until then no fetch can return a longer-lived token than the present one.
    private var demandIgnoredUntil = Instant(nanosecondsSinceBoot: .min)

    package init(policy: RefreshPolicy) {
        self.policy = policy
    }

    /// Returns the step to take now; `fetch` also begins the attempt, so there is never a second one at the same time.
    package mutating func step(at now: Instant) -> Step {
        switch phase {
        case .resting, .fetching: return .rest
        case .waiting(let due) where due > now: return .wait(until: due)
        case .waiting:
            phase = .fetching(since: now)
            attempts += 1
            return .fetch
        }
    }

    package var isFetching: Bool { fetchingSince != nil }

    /// Whether the attempt with this number has ended or will not begin.
    package func hasEnded(_ attempt: Int) -> Bool { !isFetching || attempt < attempts }

    package var fetchingSince: Instant? {
        guard case .fetching(let start) = phase else { return nil }
        return start
    }

    /// The time of the next attempt, if one is planned.
    package var nextAttempt: Instant? {
        guard case .waiting(let due) = phase else { return nil }
        return due
    }

    /// Begins without a token.
    package mutating func begin(at now: Instant) {
        isSynchronizedWithOthers = true
        phase = policy.isLazy ? .resting : .waiting(until: now)
    }

    /// A request needs a token, or a longer-lived one.
    ///
    /// It shortens the delay after a failure to that of `longestRefusal`, however many ask: requests must not overload a
    /// server that is down, or one whose tokens are too short-lived for them.
    package mutating func demand(at now: Instant) {
        guard now >= demandIgnoredUntil else { return }
        switch phase {
        case .resting: phase = .waiting(until: now)
        case .waiting(let due):
            phase = .waiting(until: min(due, consecutiveFailures == 0 ? now : dueOnDemand))
        case .fetching: break
        }
    }

    /// The operator wants a fetch now; returns the number of the attempt that answers.
    ///
    /// It is never an attempt that has begun already, which may not use a change that the operator just made.
    @discardableResult
    package mutating func force(at now: Instant) -> Int {
        if isFetching {
            isForcedNext = true
        } else {
            isForced = true
            phase = .waiting(until: now)
        }
        return attempts + 1
    }

    /// Ends an attempt after the next one was planned.
    private mutating func endAttempt(at now: Instant) {
        isForced = isForcedNext
        isForcedNext = false
        if isForced { phase = .waiting(until: now) }
    }

    /// A token arrived, whatever its source and age; `random` is uniformly distributed.
    package mutating func received(_ credential: Credential, at now: Moment, random: UInt64) {
        defer {
            consecutiveFailures = 0
            isSynchronizedWithOthers = false
            endAttempt(at: now.boot)
        }
        phase = .resting
        guard let expiration = credential.expiration else { return }
        let left = Duration.seconds(max(0, expiration - now.wall))
        demandIgnoredUntil = now.boot + min(.seconds(10), left / 20)
        guard !policy.isLazy else { return }
        phase = .waiting(until: now.boot + delay(credential, until: expiration, at: now.wall, random: random))
    }

    package mutating func failed(
        _ failure: RefreshFailure, retryAfter: Int?, at now: Instant, random: UInt64
    ) {
        consecutiveFailures += 1
        isSynchronizedWithOthers = true
        let pause = pause(retryAfter ?? 0, random: random)
        func due(within limit: Duration) -> Instant {
            now + max(backoff(failure, within: limit, random: random), pause)
        }
        phase = .waiting(until: due(within: policy.retryMax))
        dueOnDemand = due(
            within: failure == .passing
                ? min(policy.retryMax, RefreshSchedule.longestRefusal) : policy.retryMax)
        endAttempt(at: now)
    }

    /// The present token stays because the new one expires earlier; returns whether there is time for another attempt.
    ///
    /// The attempt follows after half of the remaining life: by then a server with a cache has another token, and one that
    /// shortened the life of its tokens needs a few attempts. Without that time the caller reports a failure.
    package mutating func kept(
        until end: Timestamp, over offered: Timestamp, at now: Moment, random: UInt64
    ) -> Bool {
        let left = Duration.seconds(end - now.wall).milliseconds
        let margin = RefreshWindow.margin(of: Duration.seconds(offered - now.wall).milliseconds, policy)
        let longest = min(left / 2, left - max(RefreshSchedule.minimumLeft, margin))
        guard longest >= RefreshSchedule.shortestDelay else { return false }
        let due = now.boot + .milliseconds(random.number(from: longest * 9 / 10, to: longest))
        consecutiveFailures = 0
        isSynchronizedWithOthers = false
        demandIgnoredUntil = due
        phase = policy.isLazy ? .resting : .waiting(until: due)
        endAttempt(at: now.boot)
        return true
    }

    /// Stops fetching: the token was removed or set by the operator.
    package mutating func stop() {
        let attempts = attempts
        self = RefreshSchedule(policy: policy)
        self.attempts = attempts
    }

    /// Prevents continuous fetches for tokens that live for seconds only.
    private static let shortestDelay: Int64 = 1_000
    /// With less life left, in milliseconds, a shorter-lived answer counts as a failure.
    private static let minimumLeft: Int64 = 300_000
    /// The longest `Retry-After` that is obeyed, in seconds.
    private static let longestPause = 3_600
    /// The longest delay while requests are refused because the server cannot be reached.
    private static let longestRefusal = Duration.seconds(60)
    /// Milliseconds after a first failure that may pass by itself.
    private static let firstPause: Int64 = 1_000

    /// The delay until the next fetch.
    ///
    /// Jitter alone needs dozens of lives to spread hosts that began together, so their first delay is any part of the
    /// whole.
    private func delay(
        _ credential: Credential, until expiration: Timestamp, at now: Timestamp, random: UInt64
    ) -> Duration {
        let window = RefreshWindow(life: .seconds(expiration - credential.fetchedAt), policy: policy)
        let age = Duration.seconds(max(0, now - credential.fetchedAt)).milliseconds
        let due =
            isSynchronizedWithOthers
            ? random.number(from: age, to: window.planned)
            : random.number(from: window.earliest, to: window.latest)
        return .milliseconds(max(RefreshSchedule.shortestDelay, due - age))
    }

    /// Doubles with every failure up to the limit and returns a random part of that, so that hosts spread evenly.
    private func backoff(
        _ failure: RefreshFailure, within longest: Duration, random: UInt64
    ) -> Duration {
        let limit = max(1, longest.milliseconds)
        let initial = RefreshSchedule.firstPause * failure.delayFactor
        let doublings = consecutiveFailures - 1
        let ceiling = initial > limit >> doublings ? limit : initial << doublings
        // At least a tenth, so that full jitter never gives zero.
        return .milliseconds(random.number(from: ceiling / 10, to: ceiling))
    }

    /// The pause that the server wants and up to a tenth more, because other hosts got the same answer.
    private func pause(_ seconds: Int, random: UInt64) -> Duration {
        let wanted = Int64(max(0, min(seconds, RefreshSchedule.longestPause))) * 1_000
        return .milliseconds(random.number(from: wanted, to: wanted + wanted / 10))
    }
}
