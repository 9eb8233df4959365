internal import EventLoop
internal import Kernel
internal import Records
internal import Time
internal import Tokens

/// Writes tokens to the cache in the background, because no answer may wait for a disk.
///
/// One file at a time. Until the new file is on the disk, the old one stays and the lock is held.
package final class CacheWriter {
    /// A token to write, or `nil` to remove the file.
    private struct Order {
        let credential: Credential?
        let owner: CacheRecord.Owner
        let lock: CacheLock?
    }

    private let cache: TokenCache
    private let clock: Clock
    private let log: Log
    /// The pause before a retry: a full disk may have room again, or a folder become writable.
    private let pause: Duration
    private var background: BackgroundSync
    private var source: IOSource?
    private var current: Order?
    /// The file of the current order, from the first step to the last.
    private var file: FileReplacement?
    /// The newest order of each profile, behind the current one.
    private var waiting: [Order] = []
    /// The newest order of each profile that failed, to be retried.
    private var failed: [Order] = []
    /// The profiles whose scoped tokens are to be removed, but could not be found.
    private var unlisted: Set<String> = []
    private var retry: Timer?
    /// The steps that can fail for a profile.
    private enum Part {
        case lock, number, token, removal
    }

    /// The last failure of each step, by profile.
    private var failures: [String: [Part: String]] = [:]
    /// Why no profile can be cached.
    private var folderFailure: String?

    init(
        _ cache: TokenCache, on loop: EventLoop, clock: Clock, log: Log, pause: Duration = .seconds(60)
    ) throws(SystemError) {
        self.cache = cache
        self.clock = clock
        self.log = log
        self.pause = pause
        background = try BackgroundSync()
        retry = try Timer(on: loop) { [unowned self] in tryAgain() }
        source = try IOSource(background.event, for: .readable, on: loop) { [unowned self] _ in
            goOn(within: .zero)
        }
    }

    /// Called at the start, and again until it succeeds; meanwhile the daemon runs without a cache.
    package func open() {
        do throws(CacheError) {
            for path in try cache.sealLeftovers() { log.write(.plainTokenRemoved(path: path)) }
            try CacheError.file(cache.removeLeftovers())
            try CacheError.file(cache.removeExpiredScopedTokens(at: clock.now().wall))
            folderFailure = nil
        } catch {
            let record = LogRecord.cacheNotUsable(reason: advised(error.description))
            if folderFailure != record.message { log.write(record) }
            folderFailure = record.message
            planRetry()
        }
    }

    /// Writes the token; a failed write is retried.
    func store(_ credential: Credential, of owner: CacheRecord.Owner, under lock: CacheLock?) {
        supersede(owner.profile)
        waiting.append(Order(credential: credential, owner: owner, lock: lock))
        proceed()
    }

    /// Returns a generation that no other key of the profile has, in any process, larger than `last`.
    ///
    /// It is written at once, because answers may use it before the token is in its file. If that fails, the next start cannot
    /// know the number, so the time serves as one: the next start then uses a smaller number, or a later time.
    func beginGeneration(after last: Int, of owner: CacheRecord.Owner) -> Int {
        let next = max(last, cache.lastGeneration(of: owner.profile)) + 1
        do throws(SystemError) {
            try cache.note(next, of: owner.profile)
            succeed(.number, of: owner.profile)
            return next
        } catch {
            report(
                .cacheNotWritten(profile: owner.profile, reason: advised(error.description)), of: .number,
                owner.profile)
            return max(next, clock.milliseconds())
        }
    }

    /// Writes a token that the last process could not write, unless another process has written a newer one since.
    func storeLater(_ credential: Credential, of owner: CacheRecord.Owner) {
        supersede(owner.profile)
        failed.append(Order(credential: credential, owner: owner, lock: nil))
        tryAgain()
    }

    /// Whether the file of a forgotten token is still there.
    func isRemoving(_ owner: CacheRecord.Owner) -> Bool {
        last(of: owner.profile).map { $0.credential == nil } ?? false
    }

    /// The token that is waiting to be written.
    func coming(of owner: CacheRecord.Owner) -> Credential? {
        guard let order = last(of: owner.profile), order.owner.hasTokens(of: owner) else { return nil }
        return order.credential
    }

    /// Takes the lock of a profile, which this process holds while it writes; `nil`: another process holds it.
    func lock(_ owner: CacheRecord.Owner) throws(SystemError) -> CacheLock? {
        if let lock = last(of: owner.profile)?.lock { return lock }
        do throws(SystemError) {
            let lock = try cache.lock(owner.profile)
            succeed(.lock, of: owner.profile)
            return lock
        } catch {
            report(
                .cacheNotWritten(profile: owner.profile, reason: advised(error.description)), of: .lock,
                owner.profile)
            throw error
        }
    }

    /// Removes the file and cancels a write in progress.
    func remove(_ owner: CacheRecord.Owner) {
        supersede(owner.profile)
        failures[owner.profile] = nil
        do throws(SystemError) {
            try cache.remove(owner)
        } catch {
            fail(Order(credential: nil, owner: owner, lock: nil), error.description)
        }
    }

    /// Removes the files of scoped tokens of a profile, but those of `kept`.
    func removeScopedTokens(of profile: String, except kept: [CacheRecord.Owner]) {
        do throws(SystemError) {
            for name in try cache.scopedTokens(of: profile)
            where !kept.contains(where: { $0.profile == name }) {
                remove(CacheRecord.Owner(profile: name, identity: "", source: ""))
            }
        } catch {
            report(
                .scopedTokensLeftBehind(profile: profile, reason: error.description), of: .removal, profile)
            unlisted.insert(profile)
            planRetry()
        }
    }

    /// Why the profile is not cached; `nil`: it is.
    func failure(of owner: CacheRecord.Owner) -> String? {
        let parts = failures[owner.profile] ?? [:]
        return parts[.removal] ?? parts[.token] ?? parts[.number] ?? parts[.lock] ?? folderFailure
    }

    /// Called when the file holds a token that another process wrote.
    func noteCached(_ owner: CacheRecord.Owner) {
        supersede(owner.profile)
        succeed(.token, of: owner.profile)
    }

    /// Whether the folder itself is usable; if not, that was logged.
    var isOpen: Bool { folderFailure == nil }

    /// Logs a failure once, and the status shows it until the same step succeeds.
    private func report(_ record: LogRecord, of part: Part, _ profile: String) {
        let isKnown = failures[profile, default: [:]].values.contains { $0 == record.message }
        failures[profile, default: [:]][part] = record.message
        if isOpen, !isKnown { log.write(record) }
    }

    /// With the change of the unit that would help, if the folder is the reason.
    private func advised(_ reason: String) -> String {
        do throws(SystemError) {
            try cache.tryFolder()
            return reason
        } catch {
            return reason + error.advice(onFolder: cache.directory)
        }
    }

    private func succeed(_ part: Part, of profile: String) {
        failures[profile]?[part] = nil
    }

    /// Called at the stop: retries failed writes once, and waits a limited time for the disk.
    package func finish(within patience: Duration) {
        tryAgain()
        let end = clock.now().boot + patience
        while background.isBusy, goOn(within: end - clock.now().boot) {}
        for order in [current].compactMap({ $0 }) + waiting {
            report(order, failed: "the disk did not answer before the stop")
        }
        waiting.removeAll()
        drop()
    }

    /// A replaced token must not stay in memory because a disk is slow.
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

    /// Continues if the disk finishes within this time.
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

    /// Works until the disk is busy or nothing is left.
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
            succeed(.removal, of: order.owner.profile)
            return drop()
        }
        guard var file = file.take() else {
            return try synchronize(try cache.replacement(with: credential, of: order.owner))
        }
        guard !file.isInstalled else {
            for part in [Part.token, .removal, .lock] { succeed(part, of: order.owner.profile) }
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

    /// Releases the lock until the retry.
    private func fail(_ order: Order, _ reason: String) {
        report(order, failed: reason)
        failed.append(Order(credential: order.credential, owner: order.owner, lock: nil))
        planRetry()
    }

    private func report(_ order: Order, failed reason: String) {
        let profile = order.owner.profile
        guard order.credential != nil else {
            return report(.tokenLeftBehind(profile: profile, reason: reason), of: .removal, profile)
        }
        report(.cacheNotWritten(profile: profile, reason: advised(reason)), of: .token, profile)
    }

    /// Releases the lock and discards an unfinished file.
    private func drop() {
        current = nil
        file = nil
    }
}

// Retries.
extension CacheWriter {
    private func planRetry() {
        retry?.arm(atBootNanoseconds: (clock.now().boot + pause).nanosecondsSinceBoot)
    }

    private func tryAgain() {
        if folderFailure != nil { open() }
        for profile in unlisted {
            unlisted.remove(profile)
            succeed(.removal, of: profile)
            removeScopedTokens(of: profile, except: [])
        }
        let orders = failed
        failed.removeAll()
        for order in orders {
            // Another process that holds the lock, or held it since, may have written a newer token.
            guard let lock = try? lock(order.owner) else {
                failed.append(order)
                continue
            }
            guard !isOutdated(order) else {
                succeed(.token, of: order.owner.profile)
                continue
            }
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
