internal import EventLoop
internal import Kernel
internal import Time
internal import Tokens

/// Brings tokens to the cache while the loop goes on, for an answer must not wait for a disk.
///
/// One file at a time. Until the new one is on the disk the old one stays, and the lock is held.
final class CacheWriter {
    /// A token on its way.
    private struct Order {
        let credential: Credential
        let owner: CacheRecord.Owner
        let lock: CacheLock?
    }

    private let cache: TokenCache
    private let clock: Clock
    private let log: Log
    private var background: BackgroundSync
    private var source: IOSource?
    private var current: Order?
    /// Its file, from the first step to the last.
    private var file: FileReplacement?
    /// The newest of each profile, behind the one that is being written.
    private var waiting: [Order] = []
    /// What of a profile could not be kept.
    enum Part {
        case lock, number, token
    }

    /// Why the last of each part was not kept.
    private var failures: [CacheRecord.Owner: [Part: String]] = [:]

    init(_ cache: TokenCache, on loop: EventLoop, clock: Clock, log: Log) throws(SystemError) {
        self.cache = cache
        self.clock = clock
        self.log = log
        background = try BackgroundSync()
        source = try IOSource(background.event, for: .readable, on: loop) { [unowned self] _ in
            goOn(within: .zero)
        }
    }
}

extension CacheWriter {
    /// What cannot be kept is fetched again by the next process, so it is told to the log only.
    func store(_ credential: Credential, of owner: CacheRecord.Owner, under lock: CacheLock?) {
        supersede(owner.profile)
        waiting.append(Order(credential: credential, owner: owner, lock: lock))
        proceed()
    }

    /// A number that no other key of the profile has, whichever process gives it, larger than `last`.
    ///
    /// It is noted at once, since answers may rest on it before the token is in its file. Where that fails the next start
    /// cannot know it, so it is the time: that start gives a smaller one if it can note it, or a later one.
    func beginGeneration(after last: Int, of owner: CacheRecord.Owner) -> Int {
        let next = max(last, cache.lastGeneration(of: owner.profile)) + 1
        do throws(SystemError) {
            try cache.note(next, of: owner.profile)
            succeed(.number, of: owner)
            return next
        } catch {
            report(error.description, of: .number, owner)
            return max(next, clock.milliseconds())
        }
    }

    /// The token that the file will have.
    func coming(of owner: CacheRecord.Owner) -> Credential? {
        guard let order = last(of: owner.profile), order.owner == owner else { return nil }
        return order.credential
    }

    /// The lock of a profile; this process has it for as long as it writes.
    ///
    /// `nil`: another one has it. Where there can be none, nobody is in the way.
    func lock(_ owner: CacheRecord.Owner) throws(SystemError) -> CacheLock? {
        if let lock = last(of: owner.profile)?.lock { return lock }
        do throws(SystemError) {
            let lock = try cache.lock(owner.profile)
            succeed(.lock, of: owner)
            return lock
        } catch {
            report(error.description, of: .lock, owner)
            throw error
        }
    }

    /// Neither the file stays, nor what was to take its place.
    func remove(_ owner: CacheRecord.Owner) throws(SystemError) {
        supersede(owner.profile)
        failures[owner] = nil
        try cache.remove(owner)
    }

    /// Why something of the profile is not kept; `nil`: it is.
    func failure(of owner: CacheRecord.Owner) -> String? {
        guard let parts = failures[owner] else { return nil }
        return parts[.token] ?? parts[.number] ?? parts[.lock]
    }

    /// What another process has cached is good for this one too.
    func noteCached(_ owner: CacheRecord.Owner) { succeed(.token, of: owner) }

    /// It is said until the same part succeeds.
    private func report(_ reason: String, of part: Part, _ owner: CacheRecord.Owner) {
        let record = LogRecord.cacheNotWritten(profile: owner.profile, reason: reason)
        failures[owner, default: [:]][part] = record.message
        log.write(record)
    }

    private func succeed(_ part: Part, of owner: CacheRecord.Owner) {
        failures[owner]?[part] = nil
    }

    /// At the stop: waits for the disk, but not for ever.
    func finish(within patience: Duration) {
        let end = clock.now().boot + patience
        while background.isBusy, goOn(within: end - clock.now().boot) {}
        for order in [current].compactMap({ $0 }) + waiting {
            report("the disk did not answer before the stop", of: .token, order.owner)
        }
        waiting.removeAll()
        drop()
    }

    /// A token that signs no longer is not kept in memory for the disk's sake.
    private func supersede(_ profile: String) {
        waiting.removeAll { $0.owner.profile == profile }
        if current?.owner.profile == profile { drop() }
    }

    private func last(of profile: String) -> Order? {
        waiting.first { $0.owner.profile == profile }
            ?? current.flatMap { $0.owner.profile == profile ? $0 : nil }
    }
}

extension CacheWriter {
    /// Whether the disk was done within this time.
    @discardableResult
    private func goOn(within patience: Duration) -> Bool {
        do throws(SystemError) {
            guard try background.ends(within: patience) else { return false }
        } catch {
            fail(error.description)
        }
        proceed()
        return true
    }

    /// Step after step, until the disk has something to do or nothing is left.
    private func proceed() {
        while !background.isBusy, let order = current ?? nextOrder() {
            do {
                try step(order)
            } catch {
                fail("\(error)")
            }
        }
    }

    private func nextOrder() -> Order? {
        guard !waiting.isEmpty else { return nil }
        current = waiting.removeFirst()
        return current
    }

    private func step(_ order: Order) throws {
        guard var file = file.take() else {
            return try synchronize(try cache.replacement(with: order.credential, of: order.owner))
        }
        guard !file.isInstalled else {
            succeed(.token, of: order.owner)
            return drop()
        }
        try file.install()
        try synchronize(file)
    }

    private func synchronize(_ changed: consuming FileReplacement) throws {
        try changed.synchronize(by: &background)
        file = consume changed
    }

    private func fail(_ reason: String) {
        if let order = current { report(reason, of: .token, order.owner) }
        drop()
    }

    /// Lets go of the lock, and of what is not in its place yet.
    private func drop() {
        current = nil
        file = nil
    }
}
