internal import API
internal import Bytes
internal import Contract
internal import EventLoop
internal import Exchange
internal import HTTP
internal import Kernel
internal import Metrics
internal import Records
internal import Settings
internal import Storing
internal import Systemd
internal import Time
internal import Tokens

/// The source of a profile with a token or key of its own, which is fetched or set again and again.
///
/// `schedule` decides when to fetch.
final class RenewedToken: CredentialSource {
    /// The interval of checks whether another process has released the lock.
    private static let lockPause = Duration.milliseconds(200)
    /// Bounds the wait for the lock: a process that holds it for longer hangs, and two fetches are better than none.
    private static let lockPatience = Duration.seconds(60)

    unowned let profile: Profile
    var schedule: RefreshSchedule
    var progress = FetchProgress()
    private var timer: Timer?
    /// `nil` while attempts succeed.
    var failing: FailureStreak?
    /// Set after an operator had the token removed, until there is another.
    var forgotten: ForgottenToken?
    /// When a reload asked for other tokens than the present one, until there is one of them.
    var droppedAt: Timestamp?
    var clock = ServerClock()
    /// The gap to `AvailabilityTarget=` that was logged.
    var loggedGap: AvailabilityGap?
    /// The health of the servers in the last attempts.
    var upstreams: UpstreamHealth

    init(of profile: Profile) {
        self.profile = profile
        schedule = RefreshSchedule(policy: profile.policy)
        upstreams = UpstreamHealth(count: profile.settings.source.serverCount)
    }

    var context: ProfileContext { profile.context }
    /// The profile that counts the fetches.
    var counted: Profile { profile.origin ?? profile }

    func time(at now: Moment) -> Timestamp { clock.time(at: now) }

    var attempts: Attempts {
        Attempts(
            fetchingSince: schedule.fetchingSince, next: schedule.nextAttempt, failure: failing,
            failures: schedule.consecutiveFailures, isFailing: schedule.consecutiveFailures > 0)
    }
}

/// The progress of a fetch that the schedule began; empty when there is none.
struct FetchProgress {
    /// `nil`: it waits for the lock, or for the key of another profile.
    var fetch: Fetch?
    /// Held while fetching, so that no other process does.
    var lock: CacheLock?
    /// When to fetch without the lock.
    var lockWaitEnd: Instant?
}

// The steps of the schedule.
extension RenewedToken {
    func start() throws(SystemError) {
        timer = try Timer(on: context.loop) { [unowned self] in proceed() }
        restore()
        let now = clock.skew.moment(at: context.clock.now())
        if let credential = profile.credential, !credential.isExpired(at: now.wall), !isOfFormerSource {
            schedule.received(credential, at: now, random: Randomness.number())
        } else {
            schedule.begin(at: now.boot)
        }
        if isOfFormerSource {
            context.log.write(.tokenOfFormerSource(profile: profile.name))
            schedule.demand(at: now.boot)
        }
        proceed()
    }

    /// If the wall clock differs from the server's clock now, only an answer can tell which of them is right.
    func replan() {
        clock.log(of: profile)
        // After a failure the next attempt is near, and a running one ends soon.
        guard !schedule.isFetching, schedule.consecutiveFailures == 0, let credential = profile.credential
        else { return }
        let local = context.clock.now()
        let now = clock.skew.moment(at: local)
        if now.wall == local.wall {
            schedule.received(credential, at: now, random: Randomness.number())
        } else {
            schedule.begin(at: now.boot)
        }
        proceed()
    }

    func stop() -> [WaitID] {
        timer = nil
        endFetch()
        return []
    }

    func foundationSettled() { proceed() }

    func demand(living seconds: Int, at now: Moment, within patience: Duration) -> Bool {
        guard profile.credential?.isTooNewToRefetch(for: seconds, at: time(at: now)) != true else {
            return false
        }
        schedule.demand(at: now.boot)
        proceed()
        // A key from files, or a token that another process fetched, is available at once.
        if schedule.isFetching || credential(living: seconds, at: now) != nil { return true }
        return schedule.nextAttempt.map { $0 < now.boot + patience } ?? false
    }

    func refreshNow(at now: Moment) -> Int? {
        guard canRefresh else { return nil }
        let attempt = schedule.force(at: now.boot)
        proceed()
        return schedule.hasEnded(attempt) ? nil : attempt
    }

    func hasEnded(_ attempt: Int) -> Bool { schedule.hasEnded(attempt) }

    /// Ends the fetch; the cache writer holds the lock until the token is on the disk.
    func endFetch() {
        progress = FetchProgress()
    }

    /// Performs the present step of the schedule.
    func proceed() {
        switch schedule.step(at: context.clock.now().boot) {
        case .fetch: beginFetch()
        case .wait(let due): arm(at: due)
        case .rest:
            // Either nothing is planned, or a fetch waits for the lock of another process or for another profile.
            if schedule.isFetching, progress.fetch == nil { beginFetch() }
        }
    }

    private func arm(at due: Instant) {
        timer?.arm(atBootNanoseconds: due.nanosecondsSinceBoot)
    }

    private func beginFetch() {
        let now = context.clock.now().boot
        let end = progress.lockWaitEnd ?? now + RenewedToken.lockPatience
        guard profile.storage.lock(&progress.lock) || now >= end else {
            progress.lockWaitEnd = end
            arm(at: now + RenewedToken.lockPause)
            return
        }
        guard !adoptFromCache() else { return }
        do throws(FetchFailure) {
            try ask()
        } catch {
            finish(FetchResult(outcome: .failure(error)))
        }
    }
}

// The question, by source.
extension RenewedToken {
    /// The least life in seconds of another profile's key that is worth a call.
    private static let leastLifeOfKey = 30

    private var assumedLife: Int { Int(profile.settings.refresh.assumedLifetime.components.seconds) }

    private func ask() throws(FetchFailure) {
        let now = context.clock.now()
        switch profile.settings.source {
        case .static(let files): finish(FetchResult(outcome: .success(try files.read())))
        case .assumeRole(let role): try ask(role)
        case .appserver(let server):
            try carryOut(FetchPlan(server, order: upstreams.order(at: now.boot), assumedLife: assumedLife))
        case .assumeRoleOIDC(let role):
            try carryOut(FetchPlan(role, at: clock.heard.time(at: now), assumedLife: assumedLife))
        case .ecsRAMRole(let metadata): try carryOut(FetchPlan(metadata, assumedLife: assumedLife))
        case .credentialsURI(let server): try carryOut(FetchPlan(server, assumedLife: assumedLife))
        case .process(let command): try carryOut(FetchPlan(command, assumedLife: assumedLife))
        case .manual, .remoteSigner, .chain: preconditionFailure("nothing can be fetched from this source")
        }
    }

    /// Fetches with the key of another profile; while that one is fetching, waits for the next call.
    private func ask(_ role: AssumeRoleSettings) throws(FetchFailure) {
        let now = context.clock.now()
        guard let via = profile.foundations.first else { preconditionFailure("Via= names a profile") }
        if let key = via.credential(living: RenewedToken.leastLifeOfKey, at: now) {
            return try ask(role, with: key, of: via, at: now)
        }
        if case .present(let key) = via.supply(
            living: RenewedToken.leastLifeOfKey, afterWaiting: false, at: now, within: .zero)
        {
            return try ask(role, with: key, of: via, at: now)
        }
        guard via.source.attempts.fetchingSince != nil else {
            throw FetchFailure(
                kind: .passing, message: "the profile \(via.name) of Via= has no key to ask with", code: .via)
        }
        progress.lock = nil
    }

    private func ask(
        _ role: AssumeRoleSettings, with key: Credential, of via: Profile, at now: Moment
    ) throws(FetchFailure) {
        guard !key.secretIsRemote else {
            throw FetchFailure(
                kind: .permanent, message: "the profile \(via.name) of Via= has no secret to ask with",
                code: .via)
        }
        try carryOut(FetchPlan(role, with: key, at: clock.heard.time(at: now), assumedLife: assumedLife))
    }

    private func carryOut(_ plan: FetchPlan) throws(FetchFailure) {
        var plan = plan
        plan.skew = clock.skew
        progress.fetch = try Fetch(plan, of: profile.name, in: context) { [unowned self] result in
            finish(result)
        }
    }
}

// The view and the actions of operators.
extension RenewedToken {
    var canRefresh: Bool { profile.settings.source.canFetch }

    var isSetByHand: Bool { !canRefresh }

    var warnings: [String] {
        var change: String?
        if droppedAt != nil {
            change = LogRecord.tokenDropped(profile: profile.name).message
        } else if isOfFormerSource {
            change = LogRecord.tokenOfFormerSource(profile: profile.name).message
        }
        return [availabilityGap?.description, forgotten?.leftBehind, change].compactMap(\.self)
    }

    var forgottenAt: Timestamp? { forgotten?.at }

    var isWithdrawn: Bool { forgotten != nil }

    var reasonNotToForget: String? { nil }

    func reason(in state: ProfileState, living seconds: Int, at now: Moment) -> Problem.Lack.Why {
        func age(_ time: Timestamp) -> Duration { .seconds(max(1, self.time(at: now) - time)) }
        if isSetByHand, !state.canSign { return .notSet }
        if state == .never, let forgotten { return .forgotten(ago: age(forgotten.at)) }
        if state == .never, let droppedAt { return .dropped(ago: age(droppedAt)) }
        return usualReason(in: state, living: seconds, at: now)
    }

    /// Forgets the token; the next request, or the operator, fetches another.
    func forget() {
        profile.credential = nil
        failing = nil
        // A running fetch would bring the token back.
        endFetch()
        schedule.stop()
        forgotten = ForgottenToken(at: time(at: context.clock.now()), leftBehind: profile.storage.forget())
        context.log.write(.tokenForgotten(profile: profile.name))
        profile.publish(.forgotten)
        context.observer?.settled(profile)
    }
}

/// A token that was removed on request of the operator.
struct ForgottenToken {
    let at: Timestamp
    /// The place that could not be cleared.
    var leftBehind: String?
}
