internal import Bytes
internal import Contract
internal import EventLoop
internal import Exchange
internal import Exchanging
package import Kernel
internal import Metrics
internal import Records
internal import Settings
package import Time
package import Tokens

// The life of a profile: start, fetches at the times of the schedule, and stop.
extension Profile {
    /// The interval of checks whether another process has released the lock.
    private static let lockPause = Duration.milliseconds(200)
    /// Bounds the wait for the lock: a process that holds it for longer hangs, and two fetches are better than none.
    private static let lockPatience = Duration.seconds(60)

    /// Takes the token from the cache, and plans the first fetch.
    package func start() throws(SystemError) {
        guard timer == nil else { return }
        for foundation in foundations { try foundation.start() }
        timer = try Timer(on: context.loop) { [unowned self] in proceed() }
        expiryTimer = try Timer(on: context.loop) { [unowned self] in checkExpiry() }
        planExpiry()
        // Includes tokens that did not reach the disk because their writer was killed.
        if !isScopedToken { generation = max(generation, context.cache.lastGeneration(of: name)) }
        if case .remoteSigner(let signer) = settings.source { return begin(signer) }
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

    /// Sets the key id at once; signatures are fetched on demand.
    private func begin(_ settings: RemoteSignerSettings) {
        signer = RemoteSigner(settings, of: self)
        guard credential == nil else { return }
        beginGeneration()
        credential = Credential(
            keyID: settings.accessKeyID, generation: generation, fetchedAt: context.clock.now().wall)
    }

    /// Plans again after the wall clock was set, for expirations that no server's clock corrects.
    ///
    /// If it differs from the server's clock now, only an answer can tell which of them is right.
    package func replan() {
        planExpiry()
        let local = context.clock.now()
        let now = skew.moment(at: local)
        noteSkew(at: local)
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

    /// Ends all activity; the token stays in the cache for the next start.
    package func stop() {
        timer = nil
        expiryTimer = nil
        endFetch()
        if let stopped = signer.take() { waiters += stopped.stop() }
    }

    /// Called when a fetch of a profile that this one depends on ended.
    package func foundationSettled() {
        if let chain { chain.memberSettled() } else { proceed() }
    }

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
        let end = progress.lockWaitEnd ?? now + Profile.lockPatience
        guard takeLock() || now >= end else {
            progress.lockWaitEnd = end
            arm(at: now + Profile.lockPause)
            return
        }
        guard !adoptFromCache() else { return }
        do throws(FetchFailure) {
            try ask()
        } catch {
            finish(FetchResult(outcome: .failure(error)))
        }
    }

    /// Returns `false` while another process holds the lock; without a lock file the fetch continues unlocked.
    private func takeLock() -> Bool {
        guard progress.lock == nil, !isScopedToken else { return true }
        do {
            progress.lock = try context.cacheWriter.lock(owner)
            return progress.lock != nil
        } catch {
            return true
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
extension Profile {
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
        if let key = via.credential(living: Profile.leastLifeOfKey, at: now) {
            return try ask(role, with: key, of: via, at: now)
        }
        if case .present(let key) = via.supply(
            living: Profile.leastLifeOfKey, afterWaiting: false, at: now, within: .zero)
        {
            return try ask(role, with: key, of: via, at: now)
        }
        guard via.isFetching else {
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
extension Profile {
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

    /// Replaces the token; this is the only place that does.
    ///
    /// If the server returned the present token again, it keeps its number, and only its refresh is planned again.
    package func replace(with received: consuming ReceivedCredential, at now: Moment) {
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
        if present == nil { noteRotation() }
    }

    private func noteRotation() {
        (origin ?? self).tally.value.refreshes += 1
        publishRotation()
    }

    /// Keeps the failure for the status until an attempt succeeds.
    func remember(_ failure: FetchFailure, at now: Moment) {
        failing = FailureStreak(
            since: failing?.since ?? skew.time(at: now), lastError: failure.message, code: failure.code)
    }

    private func note(_ failure: FetchFailure) {
        let now = context.clock.now()
        remember(failure, at: now)
        (origin ?? self).tally.value.note(failure.kind)
        schedule.failed(
            failure.kind, retryAfter: failure.retryAfter, at: now.boot, random: Randomness.number())
        let wait = schedule.nextAttempt.map { max(0, ($0 - now.boot).wholeSeconds) } ?? 0
        context.log.write(
            .fetchFailed(
                profile: name, reason: failure.message, failures: schedule.consecutiveFailures,
                retrySeconds: Int(wait)))
        publishFailure(failure)
    }
}
