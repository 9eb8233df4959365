internal import EventLoop
internal import Kernel
internal import Time
internal import Tokens

/// Brings tokens to the cache while the loop goes on, for an answer must not wait for a disk.
///
/// One file at a time. Until the new one is on the disk the old one stays, and the lock is held.
final class CacheWriter {
    /// A token on its way, or the wish that there is no file.
    private struct Order {
        let credential: Credential?
        let owner: CacheRecord.Owner
        let lock: CacheLock?
    }

    private let cache: TokenCache
    private let clock: Clock
    private let log: Log
    private let loop: EventLoop
    /// A full disk may have room soon, or a folder be writable again.
    private let pause: Duration
    private var background: BackgroundSync
    private var source: IOSource?
    private var current: Order?
    /// Its file, from the first step to the last.
    private var file: FileReplacement?
    /// The newest of each profile, behind the one that is being written.
    private var waiting: [Order] = []
    /// The same of those that failed, to be tried again.
    private var failed: [Order] = []
    private var retry: Timer?
    /// What of a profile could not be kept, or not be removed.
    private enum Part {
        case lock, number, token, removal
    }

    /// Why the last of each part was not kept.
    private var failures: [CacheRecord.Owner: [Part: String]] = [:]
    /// Why nothing can be kept of any profile.
    private var folderFailure: String?

    init(
        _ cache: TokenCache, on loop: EventLoop, clock: Clock, log: Log, pause: Duration = .seconds(60)
    ) throws(SystemError) {
        self.cache = cache
        self.clock = clock
        self.log = log
        self.loop = loop
        self.pause = pause
        background = try BackgroundSync()
        source = try IOSource(background.event, for: .readable, on: loop) { [unowned self] _ in
            goOn(within: .zero)
        }
    }
}

extension CacheWriter {
    /// At the start, and until it succeeds: a folder or a key that is not good costs the cache, nothing else.
    func open() {
        do throws(CacheError) {
            for path in try cache.sealLeftovers() { log.write(.plainTokenRemoved(path: path)) }
            try CacheError.file(cache.removeLeftovers)
            folderFailure = nil
        } catch {
            let record = LogRecord.cacheNotUsable(reason: error.description)
            if folderFailure != record.message { log.write(record) }
            folderFailure = record.message
            planRetry()
        }
    }

    /// What cannot be kept is tried again, and fetched by the next process at worst.
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
            report(.cacheNotWritten(profile: owner.profile, reason: error.description), of: .number, owner)
            return max(next, clock.milliseconds())
        }
    }

    /// Whether the file is still there, though its token was forgotten.
    func isRemoving(_ owner: CacheRecord.Owner) -> Bool {
        last(of: owner.profile).map { $0.owner == owner && $0.credential == nil } ?? false
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
            report(.cacheNotWritten(profile: owner.profile, reason: error.description), of: .lock, owner)
            throw error
        }
    }

    /// Neither the file stays, nor what was to take its place.
    func remove(_ owner: CacheRecord.Owner) {
        supersede(owner.profile)
        failures[owner] = nil
        do throws(SystemError) {
            try cache.remove(owner)
        } catch {
            fail(Order(credential: nil, owner: owner, lock: nil), error.description)
        }
    }

    /// Why something of the profile is not kept; `nil`: it is.
    func failure(of owner: CacheRecord.Owner) -> String? {
        let parts = failures[owner] ?? [:]
        return parts[.removal] ?? parts[.token] ?? parts[.number] ?? parts[.lock] ?? folderFailure
    }

    /// What another process has cached is good for this one too.
    func noteCached(_ owner: CacheRecord.Owner) {
        supersede(owner.profile)
        succeed(.token, of: owner)
    }

    /// It is in the status until the same part succeeds.
    private func report(_ record: LogRecord, of part: Part, _ owner: CacheRecord.Owner) {
        let known = failures[owner]?[part]
        failures[owner, default: [:]][part] = record.message
        if known != record.message { log.write(record) }
    }

    private func succeed(_ part: Part, of owner: CacheRecord.Owner) {
        failures[owner]?[part] = nil
    }

    /// At the stop: what failed is tried once more, and the disk is waited for, but not for ever.
    func finish(within patience: Duration) {
        tryAgain()
        let end = clock.now().boot + patience
        while background.isBusy, goOn(within: end - clock.now().boot) {}
        for order in [current].compactMap({ $0 }) + waiting {
            report(order, failed: "the disk did not answer before the stop")
        }
        waiting.removeAll()
        drop()
    }

    /// A token that signs no longer is not kept in memory for the disk's sake.
    private func supersede(_ profile: String) {
        waiting.removeAll { $0.owner.profile == profile }
        failed.removeAll { $0.owner.profile == profile }
        if current?.owner.profile == profile { drop() }
    }

    private func last(of profile: String) -> Order? {
        waiting.first { $0.owner.profile == profile }
            ?? current.flatMap { $0.owner.profile == profile ? $0 : nil }
            ?? failed.first { $0.owner.profile == profile }
    }
}

extension CacheWriter {
    /// Whether the disk was done within this time.
    @discardableResult
    private func goOn(within patience: Duration) -> Bool {
        do throws(SystemError) {
            guard try background.ends(within: patience) else { return false }
        } catch {
            failCurrent(error.description)
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
                failCurrent("\(error)")
            }
        }
    }

    private func nextOrder() -> Order? {
        guard !waiting.isEmpty else { return nil }
        current = waiting.removeFirst()
        return current
    }

    private func step(_ order: Order) throws {
        guard let credential = order.credential else {
            try cache.remove(order.owner)
            succeed(.removal, of: order.owner)
            return drop()
        }
        guard var file = file.take() else {
            return try synchronize(try cache.replacement(with: credential, of: order.owner))
        }
        guard !file.isInstalled else {
            for part in [Part.token, .removal, .lock] { succeed(part, of: order.owner) }
            folderFailure = nil
            return drop()
        }
        try file.install()
        try synchronize(file)
    }

    private func synchronize(_ changed: consuming FileReplacement) throws {
        try changed.synchronize(by: &background)
        file = consume changed
    }

    private func failCurrent(_ reason: String) {
        let order = current
        drop()
        if let order { fail(order, reason) }
    }

    /// Others may have the lock until it is tried again.
    private func fail(_ order: Order, _ reason: String) {
        report(order, failed: reason)
        failed.append(Order(credential: order.credential, owner: order.owner, lock: nil))
        planRetry()
    }

    private func report(_ order: Order, failed reason: String) {
        let profile = order.owner.profile
        guard order.credential != nil else {
            return report(.tokenLeftBehind(profile: profile, reason: reason), of: .removal, order.owner)
        }
        report(.cacheNotWritten(profile: profile, reason: reason), of: .token, order.owner)
    }

    /// Lets go of the lock, and of what is not in its place yet.
    private func drop() {
        current = nil
        file = nil
    }
}

// What failed, and is tried again.
extension CacheWriter {
    private func planRetry() {
        do throws(SystemError) {
            try retryTimer().arm(atBootNanoseconds: (clock.now().boot + pause).nanosecondsSinceBoot)
        } catch {
            log.write(.unexpected("\(error)"))
        }
    }

    private func retryTimer() throws(SystemError) -> Timer {
        if let retry { return retry }
        let timer = try Timer(on: loop) { [unowned self] in tryAgain() }
        retry = timer
        return timer
    }

    private func tryAgain() {
        if folderFailure != nil { open() }
        let orders = failed
        failed.removeAll()
        for order in orders {
            // Another process that has the lock, or had it since, has a newer token.
            guard let lock = try? lock(order.owner) else {
                failed.append(order)
                continue
            }
            guard !isOutdated(order) else { continue }
            waiting.append(Order(credential: order.credential, owner: order.owner, lock: lock))
        }
        if !failed.isEmpty { planRetry() }
        proceed()
    }

    private func isOutdated(_ order: Order) -> Bool {
        guard let credential = order.credential, case .credential(let present)? = try? cache.load(order.owner)
        else { return false }
        return present.fetchedAt > credential.fetchedAt
    }
}
