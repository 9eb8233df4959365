internal import Bytes
internal import Exchange
internal import Kernel
internal import Metrics
internal import Time
internal import Tokens

// How the servers that sign are doing.
extension RemoteSigner {
    /// Whether the profile can sign, in the words that tokens have for it.
    func state(at now: Instant) -> ProfileState {
        if health.rest(at: now) != nil { return .expired }
        return health.consecutiveFailures > 0 ? .stale : .fresh
    }

    func note(_ outcome: SigningOutcome, _ server: Int, date: Timestamp?, asked: Moment) {
        let now = profile.surroundings.clock.now()
        guard case .failure(let failure, let isOfServer) = outcome else {
            var told = profile.skew
            if let date { told.learn(date, asked: asked, answered: now) }
            if told != profile.skew { profile.believe(told) }
            return succeed(server)
        }
        // What a server will not sign for one caller is that caller's business.
        guard isOfServer else { return profile.upstreams.succeeded(server) }
        profile.remember(failure, at: now)
        profile.tally.value.note(failure.kind)
        profile.upstreams.failed(server, at: now.boot)
        health.failed(retryAfter: failure.retryAfter, at: now.boot, random: Randomness.number())
        profile.surroundings.log.write(
            .signatureFailed(
                profile: profile.name, reason: failure.message, failures: health.consecutiveFailures))
    }

    private func succeed(_ server: Int) {
        profile.upstreams.succeeded(server)
        health.succeeded()
        profile.failing = nil
    }
}

extension Profile {
    /// Who signs for this profile; a chain signs by the member that it follows.
    var remoteSigner: RemoteSigner? { signer ?? following?.member.remoteSigner }
}
