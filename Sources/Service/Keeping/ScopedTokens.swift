internal import EventLoop
package import Kernel
internal import Records
package import Scoping
internal import Settings
package import Time
internal import Tokens

/// The scoped tokens in use: one for each profile and session.
///
/// A request makes one, and it is dropped when no program asked for it during a life.
package final class ScopedTokens {
    private struct Key: Hashable {
        let profile: ObjectIdentifier
        let session: TokenSession
    }

    /// The interval of checks for tokens that no program asks for any more.
    private static let pause = Duration.seconds(60)

    private let context: ProfileContext
    private let limit: Int
    private var tokens: [Key: ScopedToken] = [:]
    private var timer: Timer?

    package init(in context: ProfileContext, limit: Int) {
        self.context = context
        self.limit = limit
    }

    package var count: Int { tokens.count }

    /// The token of this session, which may have to be fetched.
    package func token(
        of profile: Profile, for session: TokenSession, at now: Instant
    ) throws(SystemError) -> Profile {
        var session = session
        // Its own Duration= or that of the profile, with which it is cached.
        session.duration = session.duration ?? profile.settings.source.session?.duration
        let key = Key(profile: ObjectIdentifier(profile), session: session)
        if let token = tokens[key] {
            token.usedAt = now
            return token
        }
        if tokens.count >= limit { dropLeastUsed() }
        let token = ScopedToken(of: profile, for: session, usedAt: now)
        try token.start()
        if tokens.isEmpty { try planCheck(at: now) }
        tokens[key] = token
        return token
    }

    /// A token in use stays even if that exceeds the limit.
    private func dropLeastUsed() {
        let idle = tokens.filter { !$0.value.isInUse }
        guard let least = idle.min(by: { $0.value.usedAt < $1.value.usedAt }) else { return }
        end(least.key)
    }

    private func end(_ key: Key, keepingFile: Bool = false) {
        guard let token = tokens.removeValue(forKey: key) else { return }
        token.stop()
        if !keepingFile { context.cacheWriter.remove(token.owner) }
    }
}

// Tokens that are not needed any more.
extension ScopedTokens {
    private func planCheck(at now: Instant) throws(SystemError) {
        if timer == nil {
            timer = try Timer(on: context.loop) { [unowned self] in dropUnused(at: context.clock.now().boot) }
        }
        timer?.arm(atBootNanoseconds: (now + ScopedTokens.pause).nanosecondsSinceBoot)
    }

    func dropUnused(at now: Instant) {
        for (key, token) in tokens where !token.isInUse && token.usedAt + token.life < now {
            end(key)
        }
        guard !tokens.isEmpty else { return }
        timer?.arm(atBootNanoseconds: (now + ScopedTokens.pause).nanosecondsSinceBoot)
    }

    /// Drops the tokens of profiles that a reload replaced, or whose key another profile gives now; returns them.
    ///
    /// The files of tokens that the new configuration asks for too stay, and the next request finds them.
    package func drop(except profiles: ProfileTable) -> [Profile] {
        let gone = tokens.filter { !$0.value.isCurrent(among: profiles) }
        for (key, token) in gone {
            let successor = profiles[token.name.utf8Span.span]?.settings.scoped(to: key.session)
            end(
                key, keepingFile: successor.map(CacheRecord.Owner.init)?.hasTokens(of: token.owner) == true)
            token.isReplaced = true
        }
        return Array(gone.values)
    }

    /// Removes the files of all tokens of a profile, also of those that an earlier process fetched.
    package func removeFiles(of profile: Profile, except kept: [Profile] = []) {
        guard profile.settings.source.session != nil else { return }
        context.cacheWriter.removeScopedTokens(of: profile.name, except: kept.map(\.owner))
    }

    /// At the end of the daemon: the tokens stay in the cache for the next start.
    package func stop() {
        for token in tokens.values { token.stop() }
        tokens.removeAll()
        timer = nil
    }
}

// Events of a profile that its scoped tokens follow.
extension ScopedTokens {
    /// Called when a fetch of a profile ended whose key these tokens are fetched with.
    package func foundationSettled(_ foundation: Profile) {
        for token in tokens.values where token.foundations.contains(where: { $0 === foundation }) {
            token.foundationSettled()
        }
    }

    package func forget(of profile: Profile) {
        for token in tokens(of: profile) { token.forget() }
        removeFiles(of: profile)
    }

    package func refresh(of profile: Profile) {
        let now = context.clock.now()
        let tokens = tokens(of: profile)
        for token in tokens { token.refreshNow(at: now) }
        // Those of an earlier process are not in memory, and would be used as they are.
        removeFiles(of: profile, except: tokens)
    }

    package func replan() {
        for token in tokens.values { token.replan() }
    }

    /// How many tokens of the profile could not be fetched, and why one of them could not.
    package func failure(of profile: Profile) -> String? {
        let failures = tokens(of: profile).compactMap { token in token.failing.map { (token, $0.lastError) } }
        guard let (token, error) = failures.first else { return nil }
        let name = token.settings.session?.name ?? ""
        return "\(failures.count) scoped tokens cannot be fetched; that of \(name): \(error)"
    }

    private func tokens(of profile: Profile) -> [ScopedToken] {
        tokens.values.filter { $0.origin === profile }
    }
}
