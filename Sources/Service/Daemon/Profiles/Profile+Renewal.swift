internal import EventLoop
internal import Kernel
internal import Settings
internal import Time
internal import Tokens

extension Profile {
    /// While another process holds the lock, it is asked this often whether it is done.
    private static let lockPause = Duration.milliseconds(200)
    /// A process that holds it for longer hangs, and two fetches are better than none.
    private static let lockPatience = Duration.seconds(60)

    /// Takes up what the cache has, and plans the first fetch.
    func start() throws(SystemError) {
        guard timer == nil else { return }
        for foundation in foundations { try foundation.start() }
        timer = try Timer(on: surroundings.loop) { [unowned self] in proceed() }
        expiryTimer = try Timer(on: surroundings.loop) { [unowned self] in checkExpiry() }
        planExpiry()
        // Also of tokens that did not come to the disk, since whoever wrote them was killed.
        generation = max(generation, surroundings.cache.lastGeneration(of: name))
        if case .remoteSigner(let signer) = settings.source { return begin(signer) }
        restore()
        guard settings.source.canFetch else { return }
        let now = skew.moment(at: surroundings.clock.now())
        if let credential, !credential.isExpired(at: now.wall) {
            schedule.received(credential, at: now, random: Randomness.number())
        } else {
            schedule.begin(at: now.boot)
        }
        proceed()
    }

    /// The key is known at once, and its signatures come when they are needed.
    private func begin(_ settings: RemoteSignerSettings) {
        signer = RemoteSigner(settings, of: self)
        guard credential == nil else { return }
        beginGeneration()
        credential = Credential(
            keyID: settings.accessKeyID, generation: generation, fetchedAt: surroundings.clock.now().wall)
    }

    /// The wall clock was set, by which expirations are judged where no server has told the time.
    func replan() {
        planExpiry()
        let now = skew.moment(at: surroundings.clock.now())
        // After a failure the next attempt is near, and one that is under way answers soon.
        guard settings.source.canFetch, !schedule.isFetching, schedule.consecutiveFailures == 0,
            let credential
        else {
            return
        }
        schedule.received(credential, at: now, random: Randomness.number())
        proceed()
    }

    /// Ends all that is under way; the token stays in the cache for the next start.
    func stop() {
        timer = nil
        expiryTimer = nil
        endFetch()
        if let stopped = signer.take() { waiters += stopped.stop() }
    }

    /// The next process may fetch, as soon as what this one fetched is on the disk.
    func endFetch() {
        progress = FetchProgress()
    }

    /// Does what the schedule says now.
    func proceed() {
        switch schedule.step(at: surroundings.clock.now().boot) {
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
        let now = surroundings.clock.now().boot
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
            finish(.failure(error))
        }
    }

    /// Without a lock file there is nobody to be in the way of, and signing goes on.
    private func takeLock() -> Bool {
        guard progress.lock == nil else { return true }
        do {
            progress.lock = try surroundings.cacheWriter.lock(owner)
            return progress.lock != nil
        } catch {
            return true
        }
    }
}
