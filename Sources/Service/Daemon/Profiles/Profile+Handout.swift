internal import API
internal import Time
internal import Tokens

extension Profile {
    /// The credential to hand out: one that lives so many seconds, and so long that its taker need not come back at once.
    func handout(
        living seconds: Int, afterWaiting hasWaited: Bool, at now: Moment, within patience: Patience
    ) throws(Problem) -> Handout {
        guard let present = credential(living: seconds, at: now) else {
            return try handoutOfNext(
                living: seconds, afterWaiting: hasWaited, at: now, within: patience.forAny)
        }
        guard !present.isElsewhere else {
            throw .invalidRequest(
                .profile(
                    "profile \(name) has no secret to hand out: Source=remote-signer keeps its key elsewhere")
            )
        }
        guard let margin = HandoutMargin(of: present) else { return .credential(present) }
        if margin.isTooShort { logShortLife(margin.life) }
        guard !hasWaited, !present.lives(margin.seconds, from: time(at: now)),
            let end = endOfWait(for: margin, at: now, within: patience.forMargin)
        else { return .credential(credential(living: seconds, at: now) ?? present) }
        return .wait(until: end)
    }

    private func handoutOfNext(
        living seconds: Int, afterWaiting hasWaited: Bool, at now: Moment, within patience: Duration
    ) throws(Problem) -> Handout {
        switch supply(living: seconds, afterWaiting: hasWaited, at: now, within: patience) {
        case .present(let credential): return .credential(credential)
        case .coming: return .wait(until: now.boot + patience)
        case .none: throw lack(living: seconds, at: now)
        }
    }

    /// While fetches fail nobody waits for one, nor for one that takes long.
    private func endOfWait(for margin: HandoutMargin, at now: Moment, within patience: Duration) -> Instant? {
        guard !isFailing, demand(living: margin.seconds, at: now, within: .zero), let start = fetchingSince
        else { return nil }
        let end = start + patience
        return end > now.boot ? end : nil
    }

    private var isFailing: Bool {
        isChain ? foundations.allSatisfy(\.isFailing) : schedule.consecutiveFailures > 0
    }

    private var fetchingSince: Instant? {
        isChain ? foundations.compactMap(\.fetchingSince).max() : schedule.fetchingSince
    }

    private func logShortLife(_ life: Int64) {
        guard !told.shortLife else { return }
        told.shortLife = true
        surroundings.log.write(.lifeTooShort(profile: name, life: life))
    }
}
