internal import API
internal import Bytes
internal import EventLoop
internal import Kernel
internal import Metrics
internal import Settings
internal import Time
internal import Tokens

/// One profile of the configuration with its present token, and what is done to renew it.
///
/// The decisions are those of its `schedule`; this carries them out.
final class Profile {
    let settings: ProfileSettings
    let defaults: ProfileDefaults
    let owner: CacheRecord.Owner
    let surroundings: Surroundings

    var credential: Credential? {
        didSet {
            planExpiry()
            if credential != nil { forgotten = nil }
            if oldValue != nil, oldValue !== credential { surroundings.whenTokenEnds() }
        }
    }
    var schedule: RefreshSchedule
    /// `nil` while attempts succeed.
    var failing: Failing?
    /// The operator let the token be forgotten, since which there was none.
    var forgotten: Forgotten?
    let tally = Cell(ProfileTally())
    /// The number of the last snapshot, also when that one is gone.
    var generation = 0
    /// Connections whose request waits for a token.
    var waiters: [Waiter] = []
    /// Connections of operators who wait for the end of an attempt, with its number.
    var renewals: [(attempt: Int, waiter: Waiter)] = []

    /// A reload put another one in its place, which those who wait here are to ask.
    var isReplaced = false

    /// The profiles that this one rests on, in the order of the configuration.
    var foundations: [Profile] = []
    let isChain: Bool
    /// Whose token a chain has; `nil` while none of its members can sign.
    var following: Following?
    /// What it took over lately, by the places of the members.
    var takenOver: [Int: TakenOver] = [:]
    /// The files for programs that cannot ask.
    var sinks: [Sink] = []
    var told = Told()
    /// How the clock of the source's servers differs from ours, as an answer said that brought a credential.
    var skew = ClockSkew()
    /// The same as any answer said: STS judges by it what is signed for it, and refuses before it hands out anything.
    var heardSkew = ClockSkew()

    var timer: Timer?
    var expiryTimer: Timer?
    var progress = FetchProgress()
    /// How the servers of the source did lately.
    var upstreams: UpstreamHealth
    /// Who signs where the secret is not here.
    var signer: RemoteSigner?

    init(_ settings: ProfileSettings, in surroundings: Surroundings) {
        self.settings = settings
        self.surroundings = surroundings
        defaults = settings.defaults
        owner = CacheRecord.Owner(profile: settings.name, source: settings.source.fingerprint)
        upstreams = UpstreamHealth(count: settings.source.serverCount)
        isChain = settings.source.isChain
        schedule = RefreshSchedule(policy: settings.refreshPolicy)
    }

    var name: String { settings.name }
}

extension Profile {
    /// The token, if it lives long enough for what it is wanted for.
    func credential(living seconds: Int, at now: Moment) -> Credential? {
        if isChain, !follow(living: seconds, at: now) { return nil }
        if let signer, signer.health.rest(at: now.boot) != nil { return nil }
        guard let credential, credential.lives(seconds, from: time(at: now)) else { return nil }
        return credential
    }

    /// Whether waiting for a token that lives so long makes sense, and if so, that one is on its way.
    func demand(living seconds: Int, at now: Moment, within patience: Duration) -> Bool {
        if isChain { return demandOfMembers(living: seconds, at: now, within: patience) }
        guard settings.source.canFetch, credential?.isYoung(for: seconds, at: time(at: now)) != true else {
            return false
        }
        schedule.demand(at: now.boot)
        proceed()
        // A key from files, or one that another process fetched, is there as soon as it was asked for.
        if schedule.isFetching || credential(living: seconds, at: now) != nil { return true }
        return schedule.nextAttempt.map { $0 < now.boot + patience } ?? false
    }

    /// The operator wants a new token now, whatever is planned; returns the attempt to wait for, unless it is over already.
    @discardableResult
    func refreshNow(at now: Moment) -> Int? {
        let attempt = schedule.force(at: now.boot)
        proceed()
        return schedule.hasEnded(attempt) ? nil : attempt
    }

    /// Takes those whose wait is over, when something has settled.
    func takeWaiters() -> [Waiter] {
        defer {
            waiters.removeAll()
            renewals.removeAll { isReplaced || schedule.hasEnded($0.attempt) }
        }
        return waiters + renewals.filter { isReplaced || schedule.hasEnded($0.attempt) }.map(\.waiter)
    }

    func state(at now: Moment) -> ProfileState {
        if let signer { return signer.state(at: now.boot) }
        let isOffered = !isChain || follow(living: 0, at: now)
        let state = ProfileState(of: credential, policy: schedule.policy, at: time(at: now))
        return state.canSign && !isOffered ? .expired : state
    }

    func report(at now: Moment) -> ProfileReport {
        var report = ProfileReport(
            name: name, source: settings.source.kind.rawValue, state: state(at: now),
            consecutiveFailures: signer?.health.consecutiveFailures ?? schedule.consecutiveFailures,
            lastError: shownError)
        if let credential { report.describe(credential, at: time(at: now)) }
        report.failingSince = shownFailingSince
        report.clockSkewSeconds = Int(time(at: now) - now.wall)
        let cacheFailure = surroundings.cacheWriter.failure(of: owner)
        report.warnings =
            [defaults.doubt, availabilityGap?.description, cacheFailure, forgotten?.leftBehind].compactMap {
                $0
            }
            + sinks.compactMap(\.failure) + sinks.compactMap(\.noticeFailure)
        report.isCached = cacheFailure == nil
        report.sinks = sinks.map {
            ProfileReport.Sink(name: $0.settings.name, isFresh: $0.failure == nil && $0.noticeFailure == nil)
        }
        report.nextRefreshAt = nextAttempt(at: now)
        report.isRequired = settings.isRequired
        report.isLazy = schedule.policy.isLazy
        report.forgottenAt = forgotten?.at
        report.isFetching = isFetching
        return report
    }
}
