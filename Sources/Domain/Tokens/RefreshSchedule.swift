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
        case fetching(since: Instant)
    }

    package let policy: RefreshPolicy
    package private(set) var consecutiveFailures = 0
    private var phase = Phase.resting
    /// After a start or a failure others are probably where we are: all that lost their tokens at the same time.
    private var isInStepWithOthers = false
    /// The operator wants another token, also one that ends sooner.
    package private(set) var isForced = false
    /// The operator asked while an attempt was under way, so another follows it.
    private var isForcedNext = false
    /// How many were begun.
    private var attempts = 0
    /// Until then the present token is as long-lived as they come, whoever wants a longer-lived one.
    private var contentUntil = Instant(nanosecondsSinceBoot: .min)

    package init(policy: RefreshPolicy) {
        self.policy = policy
    }
}

extension RefreshSchedule {
    /// What to do now.
    ///
    /// Answering `fetch` means that the fetch is under way: there is never a second one beside it.
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

    /// Whether the attempt with this number has ended, or there will be none.
    package func hasEnded(_ attempt: Int) -> Bool { !isFetching || attempt < attempts }

    package var fetchingSince: Instant? {
        guard case .fetching(let start) = phase else { return nil }
        return start
    }

    /// When the next attempt is due, if one is planned.
    package var nextAttempt: Instant? {
        guard case .waiting(let due) = phase else { return nil }
        return due
    }
}

extension RefreshSchedule {
    /// At the start, without a token.
    package mutating func begin(at now: Instant) {
        isInStepWithOthers = true
        phase = policy.isLazy ? .resting : .waiting(until: now)
    }

    /// Somebody needs a token, or a longer-lived one.
    ///
    /// A delay after a failure is kept: callers must not become a storm upon a server that is down, nor upon one
    /// whose tokens live too short for them.
    package mutating func demand(at now: Instant) {
        guard now >= contentUntil else { return }
        switch phase {
        case .resting: phase = .waiting(until: now)
        case .waiting(let due) where consecutiveFailures == 0: phase = .waiting(until: min(due, now))
        case .waiting, .fetching: break
        }
    }

    /// The operator asked: now, whatever was planned; returns the number of the attempt that answers.
    ///
    /// That is never one that began before: it may know nothing of what the operator has just changed.
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

    /// An attempt is over, and what it came to is planned for.
    private mutating func endAttempt(at now: Instant) {
        isForced = isForcedNext
        isForcedNext = false
        if isForced { phase = .waiting(until: now) }
    }

    /// A token is there, from wherever and however old; `random` is any number of a fair source.
    package mutating func received(_ credential: Credential, at now: Moment, random: UInt64) {
        defer {
            consecutiveFailures = 0
            isInStepWithOthers = false
            endAttempt(at: now.boot)
        }
        phase = .resting
        guard let expiration = credential.expiration else { return }
        let left = Duration.seconds(max(0, expiration - now.wall))
        contentUntil = now.boot + min(.seconds(10), left / 20)
        guard !policy.isLazy else { return }
        phase = .waiting(until: now.boot + delay(credential, until: expiration, at: now.wall, random: random))
    }

    package mutating func failed(
        _ failure: RefreshFailure, retryAfter: Int?, at now: Instant, random: UInt64
    ) {
        consecutiveFailures += 1
        isInStepWithOthers = true
        phase = .waiting(
            until: now + max(backoff(failure, random: random), pause(retryAfter ?? 0, random: random)))
        endAttempt(at: now)
    }

    /// What came is good, but ends before the present token, which stays; says whether there is time to ask again.
    ///
    /// That is when half of what is left is over: a server whose tokens live shorter now gets a few questions until one of
    /// them ends later than ours, and one that hands out old ones has others by then. Without that time it is a failure.
    package mutating func kept(
        until end: Timestamp, over offered: Timestamp, at now: Moment, random: UInt64
    ) -> Bool {
        let left = Duration.seconds(end - now.wall).milliseconds
        let margin = RefreshWindow.margin(of: Duration.seconds(offered - now.wall).milliseconds, policy)
        let longest = min(left / 2, left - max(RefreshSchedule.leastLeft, margin))
        guard longest >= RefreshSchedule.shortestDelay else { return false }
        let due = now.boot + .milliseconds(random.number(from: longest * 9 / 10, to: longest))
        consecutiveFailures = 0
        isInStepWithOthers = false
        contentUntil = due
        phase = policy.isLazy ? .resting : .waiting(until: due)
        endAttempt(at: now.boot)
        return true
    }

    /// The profile has nothing to fetch any more: its token was forgotten or set by hand.
    package mutating func stop() {
        let attempts = attempts
        self = RefreshSchedule(policy: policy)
        self.attempts = attempts
    }
}

extension RefreshSchedule {
    /// Even a token that lives for seconds only does not make one fetch follow the other.
    private static let shortestDelay: Int64 = 1_000
    /// Milliseconds of a token in which another one is worth more than a quiet log.
    private static let leastLeft: Int64 = 300_000
    /// A server that wants to rest longer is asked again all the same.
    private static let longestPause = 3_600

    /// How long to leave the token as it is.
    ///
    /// Jitter alone would need dozens of lives to take apart hosts that began together. So their first delay is any
    /// part of the whole, which leaves them evenly spread at once.
    private func delay(
        _ credential: Credential, until expiration: Timestamp, at now: Timestamp, random: UInt64
    ) -> Duration {
        let window = RefreshWindow(life: .seconds(expiration - credential.fetchedAt), policy: policy)
        let age = Duration.seconds(max(0, now - credential.fetchedAt)).milliseconds
        let due =
            isInStepWithOthers
            ? random.number(from: age, to: window.planned)
            : random.number(from: window.earliest, to: window.latest)
        return .milliseconds(max(RefreshSchedule.shortestDelay, due - age))
    }

    /// Doubles with every failure up to the limit; then any part of it, so that callers spread evenly.
    private func backoff(_ failure: RefreshFailure, random: UInt64) -> Duration {
        let limit = max(1, policy.retryMax.milliseconds)
        let initial = max(1, policy.retryInitial.milliseconds) * failure.slowness
        let doublings = consecutiveFailures - 1
        let ceiling = initial > limit >> doublings ? limit : initial << doublings
        // At least a tenth, so that full jitter never means at once.
        return .milliseconds(random.number(from: ceiling / 10, to: ceiling))
    }

    /// What the server asked for, and up to a tenth more, because it asked others for the same.
    private func pause(_ seconds: Int, random: UInt64) -> Duration {
        let wanted = Int64(max(0, min(seconds, RefreshSchedule.longestPause))) * 1_000
        return .milliseconds(random.number(from: wanted, to: wanted + wanted / 10))
    }
}
