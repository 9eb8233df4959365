internal import Kernel
internal import Settings
internal import Time
internal import Tokens

extension Profile {
    /// At the start: whatever the last process left, even an expired token, for its generation.
    func restore() {
        guard credential == nil, let cached = cached() else { return }
        credential = cached
        generation = cached.generation
        surroundings.log.write(
            .tokenRestored(profile: name, generation: cached.generation, expiration: cached.shownExpiration))
    }

    /// After a reload that left the source as it was: the token goes on.
    func inherit(from predecessor: Profile?) {
        guard let predecessor else { return }
        credential = predecessor.credential
        generation = predecessor.generation
    }

    /// Under the lock: takes what another process fetched in the meantime. Whoever asked for a fetch gets a new token
    /// either way.
    func adoptFromCache() -> Bool {
        let now = surroundings.clock.now()
        guard let cached = cached(), cached.fetchedAt > credential?.fetchedAt ?? Timestamp(secondsSince1970: .min),
            ProfileState(of: cached, policy: schedule.policy, at: now.wall) == .fresh
        else { return false }
        credential = cached
        generation = max(generation, cached.generation)
        lastError = nil
        lock = nil
        schedule.received(cached, at: now, random: Randomness.number())
        surroundings.log.write(
            .tokenRestored(profile: name, generation: cached.generation, expiration: cached.shownExpiration))
        proceed()
        surroundings.whenSettled(self)
        return true
    }

    /// Forgets the token, in memory and on disk. The next request, or the operator, starts anew.
    func forget() {
        credential = nil
        lastError = nil
        // A token that is on its way was asked for before.
        fetch = nil
        lock = nil
        schedule.stop()
        do {
            try surroundings.cache.remove(owner)
        } catch {
            surroundings.log.write(.unexpected("\(name): the token is still in the cache: \(error)"))
        }
        surroundings.log.write(.tokenForgotten(profile: name))
        surroundings.whenSettled(self)
    }

    private func cached() -> Credential? {
        // A key from files does not expire and is read from them each time.
        if case .static = settings.source { return nil }
        do {
            switch try surroundings.cache.load(owner) {
            case .nothing: return nil
            case .credential(let credential): return credential
            case .setAside(let path, let reason):
                surroundings.log.write(.cacheSetAside(profile: name, reason: reason, path: path))
                return nil
            }
        } catch {
            surroundings.log.write(.cacheSetAside(profile: name, reason: "\(error)", path: "nothing"))
            return nil
        }
    }
}
