internal import API
internal import Bytes
package import Kernel
internal import Records
internal import Settings
package import Systemd
internal import Time
internal import Tokens

// The token of a profile in the cache and with systemd, for the next start.
extension Profile {
    /// At the start: takes the token that the last process left with systemd, for its generation even if it is expired.
    package func restore(from passed: inout PassedDescriptors) {
        do throws(CacheRecord.Problem) {
            guard let kept = try SystemdTokens.take(owner, from: &passed) else { return }
            take(kept, from: .systemd)
        } catch {
            context.log.write(.unexpected("\(name): the token that systemd kept cannot be used"))
        }
    }

    fileprivate func take(_ restored: Credential, from place: LogRecord.TokenPlace) {
        let isOther = restored.generation != credential?.generation
        credential = restored
        generation = max(generation, restored.generation)
        context.log.write(
            .tokenRestored(
                profile: name, generation: restored.generation, expiration: restored.shownExpiration,
                from: place))
        // An expired token signs nothing, and the present one is no rotation.
        if isOther, !restored.isExpired(at: time(at: context.clock.now())) { publishRotation() }
    }

    func dropToken(of predecessor: Profile) {
        let now = context.clock.now()
        guard let token = predecessor.credential, !token.isExpired(at: predecessor.time(at: now)),
            settings.source.canFetch
        else { return }
        droppedAt = now.wall
        context.log.write(.tokenDropped(profile: name))
    }

    /// Whether the present token was fetched before a change of the source, which has not answered since.
    var isOfFormerSource: Bool {
        settings.source.canFetch && credential.map { $0.source != owner.source } ?? false
    }

    /// The effect of a change of the source on the token, until the source answers.
    var changeOfSource: String? {
        if droppedAt != nil { return LogRecord.tokenDropped(profile: name).message }
        return isOfFormerSource ? LogRecord.tokenOfFormerSource(profile: name).message : nil
    }
}

extension RenewedToken {
    /// Takes the token of the cache file if systemd had none; one of systemd that is not in the file is written.
    func restore() {
        guard let cached = cached() else {
            if let credential { cacheAgain(credential) }
            return
        }
        guard let credential else {
            take(cached, from: .cache)
            return keepWithSystemd(cached)
        }
        if cached.generation != credential.generation { cacheAgain(credential) }
    }

    /// The last process could not write it, and a reboot would leave nothing but the file.
    private func cacheAgain(_ credential: Credential) {
        guard settings.source.isCacheable, credential.expiration != nil,
            !credential.isExpired(at: time(at: context.clock.now()))
        else { return }
        context.cacheWriter.storeLater(credential, of: owner)
    }

    /// Stores the token for the next start in both places.
    func keep(_ credential: Credential) {
        context.cacheWriter.store(credential, of: owner, under: progress.lock)
        keepWithSystemd(credential)
    }

    /// Called under the lock: takes a token that another process fetched in the meantime.
    ///
    /// A forced refresh gets a new token in either case.
    func adoptFromCache() -> Bool {
        let now = skew.moment(at: context.clock.now())
        guard let cached = cached(), cached.source == owner.source,
            cached.fetchedAt > credential?.fetchedAt ?? forgotten?.at ?? Timestamp(secondsSince1970: .min),
            ProfileState(of: cached, policy: schedule.policy, at: now.wall) == .fresh
        else { return false }
        take(cached, from: .cache)
        context.cacheWriter.noteCached(owner)
        keepWithSystemd(cached)
        failing = nil
        endFetch()
        schedule.received(cached, at: now, random: Randomness.number())
        proceed()
        context.observer?.settled(self)
        return true
    }

    private func cached() -> Credential? {
        guard settings.source.isCacheable, !context.cacheWriter.isRemoving(owner) else { return nil }
        if let coming = context.cacheWriter.coming(of: owner) { return coming }
        do {
            switch try context.cache.load(owner) {
            case .nothing: return nil
            case .credential(let credential): return credential
            case .setAside(let path, let reason):
                context.log.write(.cacheSetAside(profile: name, reason: reason, path: path))
                return nil
            }
        } catch {
            if context.cacheWriter.isOpen {
                context.log.write(.cacheNotRead(profile: name, reason: "\(error)"))
            }
            return nil
        }
    }
}

/// The tokens that systemd keeps for the next start of this service, one sealed memory file for each profile.
///
/// They survive a restart and a crash without a copy on disk.
package enum SystemdTokens {
    /// Distinguishes them from the sockets, which systemd passes in the same way.
    private static let prefix = "token-"

    /// Replaces the stored token.
    static func keep(_ credential: Credential, of owner: CacheRecord.Owner) throws(SystemError) {
        var record = ByteBuffer(capacity: 4_096)
        CacheRecord.write(credential, of: owner, to: &record)
        let file = try MemoryFile.make(named: "ossauthd-token", containing: record.span)
        try forget(owner.profile)
        try ServiceManager.keep(file, named: prefix + owner.profile)
    }

    package static func forget(_ profile: String) throws(SystemError) {
        try ServiceManager.forget(named: prefix + profile)
    }

    /// The token that the last process left.
    static func take(
        _ owner: CacheRecord.Owner, from passed: inout PassedDescriptors
    ) throws(CacheRecord.Problem) -> Credential? {
        guard let file = passed.take(named: prefix + owner.profile) else { return nil }
        guard file.isSealed, let record = try? file.contents(atMost: CacheRecord.maximumLength) else {
            throw .torn
        }
        return try CacheRecord.read(record.span, for: owner)
    }

    /// Removes the tokens of profiles that the configuration no longer has.
    package static func forgetRest(of passed: borrowing PassedDescriptors) throws(SystemError) {
        for name in passed.names where name.hasPrefix(prefix) { try ServiceManager.forget(named: name) }
    }
}
