package import API
package import Bytes
internal import Contract
internal import EventLoop
internal import Kernel
package import Metrics
internal import Records
package import Settings
package import Time
package import Tokens
package import Turns

/// A profile of the configuration: its token, and the requests that wait for a new one.
///
/// `schedule` decides when to fetch; the extensions in Renewal.swift carry it out. A chain has no schedule of its own.
package final class Profile {
    package let settings: ProfileSettings
    package let defaults: ProfileDefaults
    package let owner: CacheRecord.Owner
    package let context: ProfileContext

    package internal(set) var credential: Credential? {
        didSet {
            planExpiry()
            if credential != nil { (forgotten, droppedAt) = (nil, nil) }
            if oldValue != nil, oldValue !== credential { context.observer?.tokenEnded() }
        }
    }
    var schedule: RefreshSchedule
    /// `nil` while attempts succeed.
    var failing: FailureStreak?
    /// Set after an operator had the token removed, until there is another.
    var forgotten: ForgottenToken?
    /// When a reload asked for other tokens than the present one, until there is one of them.
    var droppedAt: Timestamp?
    package let tally = Cell(ProfileTally())
    /// The profile of a scoped token, which counts its fetches.
    var origin: Profile?
    /// The number of the last token, even after its removal.
    package internal(set) var generation = 0
    /// Requests that wait for a token.
    package var waiters: [WaitID] = []
    /// Requests of operators that wait for the end of an attempt, by its number.
    package var renewals: [(attempt: Int, waiter: WaitID)] = []

    /// A reload replaced this profile; waiting requests continue with its successor.
    package var isReplaced = false

    /// The profiles that this one depends on, in the order of the configuration.
    package var foundations: [Profile] = []
    package let isChain: Bool
    /// `nil` for a profile with a source of its own.
    private(set) var chain: Chain?
    /// The files for programs that cannot connect.
    package var sinks: [Sink] = []
    var logged = LoggedConditions()
    /// The skew of the server's clock, from an answer with a credential.
    var skew = ClockSkew()
    /// The same from any answer: STS checks signatures by its clock before it returns a credential.
    var heardSkew = ClockSkew()

    var timer: Timer?
    var expiryTimer: Timer?
    var progress = FetchProgress()
    /// The health of the servers of the source in the last attempts.
    var upstreams: UpstreamHealth
    /// `nil` if the daemon has the secret.
    var signer: RemoteSigner?

    package init(_ settings: ProfileSettings, in context: ProfileContext) {
        self.settings = settings
        self.context = context
        defaults = settings.defaults
        owner = CacheRecord.Owner(settings)
        upstreams = UpstreamHealth(count: settings.source.serverCount)
        schedule = RefreshSchedule(policy: settings.refreshPolicy)
        isChain = settings.source.isChain
        if isChain { chain = Chain(of: self) }
    }

    package var name: String { settings.name }

    /// Whether it is a scoped token, which other processes do not share and watchers do not know.
    var isScopedToken: Bool { settings.session != nil }

    /// A chain uses the signer of the member that it follows.
    package var remoteSigner: RemoteSigner? { signer ?? chain?.followed?.remoteSigner }
}

extension Profile {
    /// The token, if it lives long enough.
    package func credential(living seconds: Int, at now: Moment) -> Credential? {
        if isChain, chain?.follow(living: seconds, at: now) == false { return nil }
        if let signer, signer.health.rest(at: now.boot) != nil { return nil }
        guard let credential, credential.lives(seconds, from: time(at: now)) else { return nil }
        return credential
    }

    /// Asks for a token with at least this life; `true`: one can be expected within `patience`.
    package func demand(living seconds: Int, at now: Moment, within patience: Duration) -> Bool {
        if let chain { return chain.demand(living: seconds, at: now, within: patience) }
        guard settings.source.canFetch, credential?.isTooNewToRefetch(for: seconds, at: time(at: now)) != true
        else {
            return false
        }
        schedule.demand(at: now.boot)
        proceed()
        // A key from files, or a token that another process fetched, is available at once.
        if schedule.isFetching || credential(living: seconds, at: now) != nil { return true }
        return schedule.nextAttempt.map { $0 < now.boot + patience } ?? false
    }

    /// Fetches now, regardless of the schedule; returns the attempt to wait for, unless it has ended already.
    @discardableResult
    package func refreshNow(at now: Moment) -> Int? {
        let attempt = schedule.force(at: now.boot)
        proceed()
        return schedule.hasEnded(attempt) ? nil : attempt
    }

    /// Removes and returns the waits that are over when a fetch has ended.
    package func takeWaiters() -> [WaitID] {
        defer {
            waiters.removeAll()
            renewals.removeAll { isReplaced || schedule.hasEnded($0.attempt) }
        }
        return waiters + renewals.filter { isReplaced || schedule.hasEnded($0.attempt) }.map(\.waiter)
    }

    package var isFetching: Bool { chain?.isFetching ?? schedule.isFetching }

    package func state(at now: Moment) -> ProfileState {
        if let signer { return signer.state(at: now.boot) }
        let isOffered = chain?.follow(living: 0, at: now) ?? true
        let state = ProfileState(of: credential, policy: schedule.policy, at: time(at: now))
        return state.canSign && !isOffered ? .expired : state
    }

    package func report(at now: Moment) -> ProfileReport {
        var report = ProfileReport(
            name: name, source: settings.source.kind.rawValue, state: state(at: now),
            consecutiveFailures: signer?.health.consecutiveFailures ?? schedule.consecutiveFailures,
            lastError: shownError)
        report.lastErrorCode = shownCode
        if let credential { report.describe(credential, at: time(at: now)) }
        report.failingSince = failingSince
        report.clockSkewSeconds = Int(time(at: now) - now.wall)
        let cacheFailure = context.cacheWriter.failure(of: owner)
        report.warnings =
            [
                defaults.doubt, cacheFailure, forgotten?.leftBehind,
                changeOfSource,
            ].compactMap(\.self) + sinks.compactMap(\.failure)
        report.isCached = cacheFailure == nil
        report.sinks = sinks.map {
            ProfileReport.Sink(name: $0.settings.name, isFresh: $0.failure == nil)
        }
        report.nextRefreshAt = nextAttempt(at: now)
        report.isRequired = settings.isRequired
        report.isLazy = schedule.policy.isLazy
        report.forgottenAt = forgotten?.at
        report.isFetching = isFetching
        return report
    }

    var shownError: String? { isChain ? chain?.errors : failing?.lastError }

    var shownCode: FailureCode? { isChain ? chain?.errorCode : failing?.code }

    package var lastAttemptFailed: Bool { failing != nil }

    var failingSince: Timestamp? { isChain ? chain?.failingSince : failing?.since }

    var plannedAttempt: Instant? {
        isChain ? chain?.plannedAttempt : signer?.health.restEnd ?? schedule.nextAttempt
    }

    func nextAttempt(at now: Moment) -> Timestamp? {
        plannedAttempt.map { time(at: now) + max(0, ($0 - now.boot).wholeSeconds) }
    }
}

// The clock for signatures and expirations of this profile.
extension Profile {
    /// Smaller corrections are not logged.
    private static let notableMove: Int64 = 60

    /// The wall clock, corrected by the clock of the servers.
    package func time(at now: Moment) -> Timestamp {
        if isChain, let member = chain?.followed { member.time(at: now) } else { skew.time(at: now) }
    }

    /// Takes the time only from a successful answer, because an error page may come from another server.
    func believe(_ heard: ClockSkew) {
        skew = heard
        heardSkew = heard
        noteSkew(at: context.clock.now())
        planExpiry()
        if settings.source.hasServer { context.observer?.learnedTime() }
    }

    /// Logs that the clocks differ by another amount than before.
    func noteSkew(at now: Moment) {
        let ahead = skew.time(at: now) - now.wall
        guard abs(ahead - logged.clockAhead) > Profile.notableMove else { return }
        logged.clockAhead = ahead
        context.log.write(.clockMoved(profile: name, ahead: ahead))
    }
}

/// A streak of failed attempts: when it began, and why the last one failed.
struct FailureStreak {
    let since: Timestamp
    let lastError: String
    let code: FailureCode
}

/// A token that was removed on request of the operator.
struct ForgottenToken {
    let at: Timestamp
    /// The place that could not be cleared.
    var leftBehind: String?
}
