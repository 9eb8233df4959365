internal import API
internal import Bytes
internal import Contract
internal import EventLoop
internal import Exchanging
internal import Kernel
internal import Metrics
internal import Records
package import Settings
package import Time
package import Tokens

/// A profile with a token or key of its own, which is fetched or set again and again.
///
/// `schedule` decides when to fetch.
package class RenewedToken: Profile {
    /// The interval of checks whether another process has released the lock.
    private static let lockPause = Duration.milliseconds(200)
    /// Bounds the wait for the lock: a process that holds it for longer hangs, and two fetches are better than none.
    private static let lockPatience = Duration.seconds(60)

    final var schedule: RefreshSchedule
    private final var timer: Timer?
    final var progress = FetchProgress()
    /// The health of the servers of the source in the last attempts.
    private final var upstreams: UpstreamHealth

    override package init(_ settings: ProfileSettings, in context: ProfileContext) {
        schedule = RefreshSchedule(policy: settings.refreshPolicy)
        upstreams = UpstreamHealth(count: settings.source.serverCount)
        super.init(settings, in: context)
    }

    override final func begin() throws(SystemError) {
        timer = try Timer(on: context.loop) { [unowned self] in proceed() }
        restore()
        guard settings.source.canFetch else { return }
        let now = skew.moment(at: context.clock.now())
        if let credential, !credential.isExpired(at: now.wall), !isOfFormerSource {
            schedule.received(credential, at: now, random: Randomness.number())
        } else {
            schedule.begin(at: now.boot)
        }
        if isOfFormerSource {
            context.log.write(.tokenOfFormerSource(profile: name))
            schedule.demand(at: now.boot)
        }
        proceed()
    }

    /// If the wall clock differs from the server's clock now, only an answer can tell which of them is right.
    override package final func replan() {
        super.replan()
        let local = context.clock.now()
        let now = skew.moment(at: local)
        // After a failure the next attempt is near, and a running one ends soon.
        guard settings.source.canFetch, !schedule.isFetching, schedule.consecutiveFailures == 0,
            let credential
        else {
            return
        }
        if now.wall == local.wall {
            schedule.received(credential, at: now, random: Randomness.number())
        } else {
            schedule.begin(at: now.boot)
        }
        proceed()
    }

    override package final func stop() {
        super.stop()
        timer = nil
        endFetch()
    }

    override package final func foundationSettled() { proceed() }

    override package final func demand(living seconds: Int, at now: Moment, within patience: Duration)
        -> Bool
    {
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

    @discardableResult
    override package final func refreshNow(at now: Moment) -> Int? {
        guard settings.source.canFetch else { return nil }
        let attempt = schedule.force(at: now.boot)
        proceed()
        return schedule.hasEnded(attempt) ? nil : attempt
    }

    override final func hasEnded(_ attempt: Int) -> Bool { schedule.hasEnded(attempt) }

    /// Replaces the token; this is the only place that does.
    ///
    /// If the server returned the present token again, it keeps its number, and only its refresh is planned again.
    override package final func replace(with received: consuming ReceivedCredential, at now: Moment) {
        let present = received.isSame(as: credential) ? credential?.generation : nil
        if present == nil { beginGeneration() }
        let credential = Credential(
            received, generation: present ?? generation, fetchedAt: now.wall, from: owner.source)
        self.credential = credential
        failing = nil
        schedule.received(credential, at: now, random: Randomness.number())
        if !settings.source.canFetch { schedule.stop() }
        context.log.write(.tokenReceived(credential, of: name, again: present != nil))
        if credential.expiration != nil { keep(credential) }
        guard present == nil else { return }
        counted.tally.value.refreshes += 1
        publishRotation()
    }

    override package final func forget() {
        credential = nil
        forgotten = ForgottenToken(at: time(at: context.clock.now()))
        failing = nil
        // A running fetch would bring the token back.
        endFetch()
        schedule.stop()
        context.cacheWriter.remove(owner)
        forgetWithSystemd()
        context.log.write(.tokenForgotten(profile: name))
        publish(.forgotten)
        context.observer?.settled(self)
    }

    override final var consecutiveFailures: Int { schedule.consecutiveFailures }
    override final var fetchingSince: Instant? { schedule.fetchingSince }
    override final var plannedAttempt: Instant? { schedule.nextAttempt }

    /// Returns `false` while another process holds the lock; without a lock file the fetch continues unlocked.
    func takeLock() -> Bool {
        guard progress.lock == nil else { return true }
        do {
            progress.lock = try context.cacheWriter.lock(owner)
            return progress.lock != nil
        } catch {
            return true
        }
    }

    func keepWithSystemd(_ credential: Credential) {
        do throws(SystemError) {
            try SystemdTokens.keep(credential, of: owner)
        } catch {
            context.log.write(.unexpected("\(name): systemd does not keep the token: \(error)"))
        }
    }

    func forgetWithSystemd() {
        do throws(SystemError) {
            try SystemdTokens.forget(name)
        } catch {
            let warning = "systemd still keeps the token that was forgotten: \(error)"
            forgotten?.leftBehind = warning
            context.log.write(.unexpected("\(name): \(warning)"))
        }
    }
}

// The steps of the schedule.
extension RenewedToken {
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
        guard takeLock() || now >= end else {
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

/// The progress of a fetch that the schedule began; empty when there is none.
struct FetchProgress {
    /// `nil`: it waits for the lock, or for the key of another profile.
    var fetch: Fetch?
    /// Held while fetching, so that no other process does.
    var lock: CacheLock?
    /// When to fetch without the lock.
    var lockWaitEnd: Instant?
}

// The question, by source.
extension RenewedToken {
    /// The least life in seconds of another profile's key that is worth a call.
    private static let leastLifeOfKey = 30

    private var assumedLife: Int { Int(settings.refresh.assumedLifetime.components.seconds) }

    private func ask() throws(FetchFailure) {
        let now = context.clock.now()
        switch settings.source {
        case .static(let files): finish(FetchResult(outcome: .success(try files.read())))
        case .assumeRole(let role): try ask(role)
        case .appserver(let server):
            try carryOut(FetchPlan(server, order: upstreams.order(at: now.boot), assumedLife: assumedLife))
        case .assumeRoleOIDC(let role):
            try carryOut(FetchPlan(role, at: heardSkew.time(at: now), assumedLife: assumedLife))
        case .ecsRAMRole(let metadata): try carryOut(FetchPlan(metadata, assumedLife: assumedLife))
        case .credentialsURI(let server): try carryOut(FetchPlan(server, assumedLife: assumedLife))
        case .process(let command): try carryOut(FetchPlan(command, assumedLife: assumedLife))
        case .manual, .remoteSigner, .chain: preconditionFailure("nothing can be fetched from this source")
        }
    }

    /// Fetches with the key of another profile; while that one is fetching, waits for the next call.
    private func ask(_ role: AssumeRoleSettings) throws(FetchFailure) {
        let now = context.clock.now()
        guard let via = foundations.first else { preconditionFailure("Via= names a profile") }
        var present = via.credential(living: RenewedToken.leastLifeOfKey, at: now)
        if present == nil,
            case .present(let key) = via.supply(
                living: RenewedToken.leastLifeOfKey, afterWaiting: false, at: now, within: .zero)
        {
            present = key
        }
        guard let key = present else {
            guard via.isFetching else {
                throw FetchFailure(
                    kind: .passing, message: "the profile \(via.name) of Via= has no key to ask with",
                    code: .via)
            }
            progress.lock = nil
            return
        }
        guard !key.secretIsRemote else {
            throw FetchFailure(
                kind: .permanent, message: "the profile \(via.name) of Via= has no secret to ask with",
                code: .via)
        }
        try carryOut(FetchPlan(role, with: key, at: heardSkew.time(at: now), assumedLife: assumedLife))
    }

    private func carryOut(_ plan: FetchPlan) throws(FetchFailure) {
        var plan = plan
        plan.skew = skew
        progress.fetch = try Fetch(plan, of: name, in: context) { [unowned self] result in
            finish(result)
        }
    }
}

// The result.
extension RenewedToken {
    private func finish(_ result: consuming FetchResult) {
        let now = context.clock.now().boot
        for server in result.failedServers { upstreams.failed(server, at: now) }
        let answered = result.answered
        if let answered { upstreams.succeeded(answered.server) }
        let heard = result.heard
        if let heard { heardSkew = heard }
        switch consume result.outcome {
        case .success(let received): accept(received, from: answered, heard: heard ?? skew)
        case .failure(let failure): note(failure)
        }
        endFetch()
        proceed()
        context.observer?.settled(self)
    }

    /// Takes a fetched token if it may replace the present one.
    private func accept(
        _ received: consuming ReceivedCredential, from attempt: FetchPlan.Attempt?, heard: ClockSkew
    ) {
        let now = heard.moment(at: context.clock.now())
        do throws(CredentialError) {
            try received.check(replacing: credential, at: now.wall)
        } catch {
            let failure = FetchFailure(error)
            return note(attempt.map(failure.at) ?? failure)
        }
        believe(heard)
        if !schedule.isForced, !isOfFormerSource, received.endsBefore(credential) {
            return keepPresent(over: received.expiration, at: now)
        }
        replace(with: received, at: now)
    }

    /// Keeps the present token, because the offered one expires sooner.
    private func keepPresent(over offered: Timestamp?, at now: Moment) {
        guard let offered, let end = credential?.expiration,
            schedule.kept(until: end, over: offered, at: now, random: Randomness.number())
        else {
            return note(FetchFailure(.shorterLived))
        }
        failing = nil
        context.log.write(.tokenKept(profile: name, end: end, offered: offered))
    }

    private func note(_ failure: FetchFailure) {
        let now = context.clock.now()
        remember(failure, at: now)
        counted.tally.value.note(failure.kind)
        schedule.failed(
            failure.kind, retryAfter: failure.retryAfter, at: now.boot, random: Randomness.number())
        let wait = schedule.nextAttempt.map { max(0, ($0 - now.boot).wholeSeconds) } ?? 0
        context.log.write(
            .fetchFailed(
                profile: name, reason: failure.message, failures: schedule.consecutiveFailures,
                retrySeconds: Int(wait)))
        publish(
            .refreshFailed(
                WatchEvent.Failure(
                    failure.kind, error: failure.message, consecutiveFailures: schedule.consecutiveFailures,
                    nextAttemptAt: nextAttempt(at: now))))
    }
}
