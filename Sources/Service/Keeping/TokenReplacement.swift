internal import API
internal import Bytes
internal import Kernel
internal import Metrics
internal import Records
internal import Settings
internal import Storing
internal import Systemd
internal import Time
internal import Tokens

// The result of a fetch.
extension RenewedToken {
    func finish(_ result: consuming FetchResult) {
        let now = context.clock.now().boot
        for server in result.failedServers { upstreams.failed(server, at: now) }
        let answered = result.answered
        if let answered { upstreams.succeeded(answered.server) }
        let heard = result.heard
        if let heard { clock.heard = heard }
        switch consume result.outcome {
        case .success(let received): accept(received, from: answered, heard: heard ?? clock.skew)
        case .failure(let failure): note(failure)
        }
        endFetch()
        proceed()
        context.observer?.settled(profile)
    }

    /// Takes a fetched token if it may replace the present one.
    private func accept(
        _ received: consuming ReceivedCredential, from attempt: FetchPlan.Attempt?, heard: ClockSkew
    ) {
        let now = heard.moment(at: context.clock.now())
        do throws(CredentialError) {
            try received.check(replacing: profile.credential, at: now.wall)
        } catch {
            let failure = FetchFailure(error)
            return note(attempt.map(failure.at) ?? failure)
        }
        clock.believe(heard)
        clock.log(of: profile)
        profile.planExpiry()
        if !schedule.isForced, !isOfFormerSource, received.endsBefore(profile.credential) {
            return keepPresent(over: received.expiration, at: now)
        }
        replace(with: received, at: now)
    }

    /// Keeps the present token, because the offered one expires sooner.
    private func keepPresent(over offered: Timestamp?, at now: Moment) {
        guard let offered, let end = profile.credential?.expiration,
            schedule.kept(until: end, over: offered, at: now, random: Randomness.number())
        else {
            return note(FetchFailure(.shorterLived))
        }
        failing = nil
        context.log.write(.tokenKept(profile: profile.name, end: end, offered: offered))
    }

    /// Replaces the token; this is the only place that does.
    ///
    /// If the server returned the present token again, it keeps its number, and only its refresh is planned again.
    func replace(with received: consuming ReceivedCredential, at now: Moment) {
        let present = received.isSame(as: profile.credential) ? profile.credential?.generation : nil
        if present == nil { profile.beginGeneration() }
        let credential = Credential(
            received, generation: present ?? profile.generation, fetchedAt: now.wall,
            from: profile.owner.source)
        set(credential)
        failing = nil
        schedule.received(credential, at: now, random: Randomness.number())
        context.log.write(.tokenReceived(credential, of: profile.name, again: present != nil))
        if credential.expiration != nil { profile.storage.store(credential, under: progress.lock) }
        guard present == nil else { return }
        counted.tally.value.refreshes += 1
        profile.publishRotation()
        logAvailability()
    }

    private func set(_ credential: Credential) {
        profile.credential = credential
        (forgotten, droppedAt) = (nil, nil)
    }

    private func note(_ failure: FetchFailure) {
        let now = context.clock.now()
        failing = FailureStreak(failure, after: failing, at: time(at: now))
        counted.tally.value.note(failure.kind)
        schedule.failed(
            failure.kind, retryAfter: failure.retryAfter, at: now.boot, random: Randomness.number())
        let wait = schedule.nextAttempt.map { max(0, ($0 - now.boot).wholeSeconds) } ?? 0
        context.log.write(
            .fetchFailed(
                profile: profile.name, reason: failure.message, failures: schedule.consecutiveFailures,
                retrySeconds: Int(wait)))
        profile.publish(
            .refreshFailed(
                WatchEvent.Failure(
                    failure.kind, error: failure.message, consecutiveFailures: schedule.consecutiveFailures,
                    nextAttemptAt: profile.nextAttempt(at: now))))
    }
}

// The token of an earlier process, of another one, or of the configuration before.
extension RenewedToken {
    func restore(from passed: inout PassedDescriptors) {
        if let kept = profile.storage.inherited(from: &passed) { take(kept, from: .systemd) }
    }

    /// Takes the token of the cache file if systemd had none; one of systemd that is not in the file is written.
    func restore() {
        let cached = profile.storage.load()
        guard let credential = profile.credential else {
            guard let cached else { return }
            take(cached, from: .cache)
            return profile.storage.keepInMemory(cached)
        }
        // The last process could not write it, and a reboot would leave nothing but the file.
        guard cached?.generation != credential.generation, credential.expiration != nil,
            !credential.isExpired(at: time(at: context.clock.now()))
        else { return }
        profile.storage.storeLater(credential)
    }

    private func take(_ restored: Credential, from place: LogRecord.TokenPlace) {
        let isOther = restored.generation != profile.credential?.generation
        set(restored)
        profile.generation = max(profile.generation, restored.generation)
        context.log.write(
            .tokenRestored(
                profile: profile.name, generation: restored.generation, expiration: restored.shownExpiration,
                from: place))
        // An expired token signs nothing, and the present one is no rotation.
        if isOther, !restored.isExpired(at: time(at: context.clock.now())) { profile.publishRotation() }
        logAvailability()
    }

    /// Called under the lock: takes a token that another process fetched in the meantime.
    ///
    /// A forced refresh gets a new token in either case.
    func adoptFromCache() -> Bool {
        let now = clock.skew.moment(at: context.clock.now())
        guard let cached = profile.storage.load(), cached.source == profile.owner.source,
            cached.fetchedAt > profile.credential?.fetchedAt ?? forgotten?.at
                ?? Timestamp(secondsSince1970: .min),
            ProfileState(of: cached, policy: profile.policy, at: now.wall) == .fresh
        else { return false }
        take(cached, from: .cache)
        profile.storage.noteCached()
        profile.storage.keepInMemory(cached)
        failing = nil
        endFetch()
        schedule.received(cached, at: now, random: Randomness.number())
        proceed()
        context.observer?.settled(profile)
        return true
    }

    func inherit(from former: any CredentialSource) {
        guard let former = former as? RenewedToken else { return }
        clock = former.clock
        forgotten = former.forgotten
        droppedAt = former.droppedAt
    }

    func drop(tokenOf former: Profile) {
        let now = context.clock.now()
        guard let token = former.credential, !token.isExpired(at: former.time(at: now)), canRefresh else {
            return
        }
        droppedAt = now.wall
        context.log.write(.tokenDropped(profile: profile.name))
    }

    /// Whether the present token was fetched before a change of the source, which has not answered since.
    var isOfFormerSource: Bool {
        canRefresh && profile.credential.map { $0.source != profile.owner.source } ?? false
    }
}

extension RenewedToken {
    /// Logs each figure once, not for each token.
    private func logAvailability() {
        let gap = availabilityGap
        guard gap != loggedGap else { return }
        loggedGap = gap
        if let gap { context.log.write(.outageNotSurvived(profile: profile.name, figures: gap.description)) }
    }

    /// How far the life of the present token falls short of `AvailabilityTarget=`.
    var availabilityGap: AvailabilityGap? {
        guard canRefresh, let target = profile.settings.refresh.availabilityTarget,
            let credential = profile.credential, let expiration = credential.expiration
        else { return nil }
        return AvailabilityGap(
            target: target, life: .seconds(expiration - credential.fetchedAt), policy: schedule.policy)
    }
}
