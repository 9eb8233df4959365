internal import API
internal import Bytes
internal import Kernel
internal import Settings
internal import Systemd
internal import Time
internal import Tokens

extension Profile {
    /// At the start: whatever the last process left with systemd, even an expired token, for its generation.
    func restore(from passed: inout PassedDescriptors) {
        do throws(CacheRecord.Problem) {
            guard let kept = try KeptTokens.take(owner, from: &passed) else { return }
            take(kept, from: .systemd)
        } catch {
            surroundings.log.write(.unexpected("\(name): the token that systemd kept is of no use"))
        }
    }

    /// The same from the cache file, when systemd had nothing.
    func restore() {
        guard credential == nil, let cached = cached() else { return }
        take(cached, from: .cache)
        keepWithSystemd(cached)
    }

    private func take(_ restored: Credential, from place: LogRecord.TokenPlace) {
        let isOther = restored.generation != credential?.generation
        credential = restored
        generation = max(generation, restored.generation)
        surroundings.log.write(
            .tokenRestored(
                profile: name, generation: restored.generation, expiration: restored.shownExpiration,
                from: place))
        // One that has ended signs nothing, and one that is here already is no other.
        if isOther, !restored.isExpired(at: time(at: surroundings.clock.now())) { publishRotation() }
        logAvailability()
    }

    /// A number for another key than before.
    func beginGeneration() {
        generation = surroundings.cacheWriter.beginGeneration(after: generation, of: owner)
    }

    /// For the next start, in two places.
    func keep(_ credential: Credential) {
        surroundings.cacheWriter.store(credential, of: owner, under: progress.lock)
        keepWithSystemd(credential)
    }

    private func keepWithSystemd(_ credential: Credential) {
        do throws(SystemError) {
            try KeptTokens.keep(credential, of: owner)
        } catch {
            surroundings.log.write(.unexpected("\(name): systemd does not keep the token: \(error)"))
        }
    }

    /// After a reload: the numbers go on, so that none ever stands for two keys, and the token too where the source is
    /// as it was.
    func inherit(from predecessor: Profile) {
        generation = predecessor.generation
        tally.value = predecessor.tally.value
        guard owner == predecessor.owner else { return }
        skew = predecessor.skew
        heardSkew = predecessor.heardSkew
        credential = predecessor.credential
        forgotten = predecessor.forgotten
        told.end = predecessor.told.end
        told.followed = predecessor.told.followed
        takenOver = predecessor.takenOver
    }

    /// Under the lock: takes what another process fetched in the meantime.
    ///
    /// Whoever asked for a fetch gets a new token either way.
    func adoptFromCache() -> Bool {
        let now = skew.moment(at: surroundings.clock.now())
        guard let cached = cached(),
            cached.fetchedAt > credential?.fetchedAt ?? forgotten?.at ?? Timestamp(secondsSince1970: .min),
            ProfileState(of: cached, policy: schedule.policy, at: now.wall) == .fresh
        else { return false }
        take(cached, from: .cache)
        surroundings.cacheWriter.noteCached(owner)
        keepWithSystemd(cached)
        failing = nil
        endFetch()
        schedule.received(cached, at: now, random: Randomness.number())
        proceed()
        surroundings.whenSettled(self)
        return true
    }

    /// Forgets the token, in memory and on disk.
    ///
    /// The next request, or the operator, starts anew.
    func forget() {
        credential = nil
        forgotten = Forgotten(at: time(at: surroundings.clock.now()))
        failing = nil
        // What is on its way would bring it back.
        endFetch()
        schedule.stop()
        surroundings.cacheWriter.remove(owner)
        forgetWithSystemd()
        surroundings.log.write(.tokenForgotten(profile: name))
        publish(.forgotten)
        surroundings.whenSettled(self)
    }

    private func forgetWithSystemd() {
        do throws(SystemError) {
            try KeptTokens.forget(name)
        } catch {
            let warning = "systemd still keeps the token that was forgotten: \(error)"
            forgotten?.leftBehind = warning
            surroundings.log.write(.unexpected("\(name): \(warning)"))
        }
    }

    private func cached() -> Credential? {
        // A key from files does not expire and is read from them each time.
        switch settings.source {
        case .static, .remoteSigner: return nil
        default: break
        }
        guard !surroundings.cacheWriter.isRemoving(owner) else { return nil }
        if let coming = surroundings.cacheWriter.coming(of: owner) { return coming }
        do {
            switch try surroundings.cache.load(owner) {
            case .nothing: return nil
            case .credential(let credential): return credential
            case .setAside(let path, let reason):
                surroundings.log.write(.cacheSetAside(profile: name, reason: reason, path: path))
                return nil
            }
        } catch {
            surroundings.log.write(.cacheNotRead(profile: name, reason: "\(error)"))
            return nil
        }
    }
}
