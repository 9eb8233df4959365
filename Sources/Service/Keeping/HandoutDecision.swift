package import API
internal import Records
package import Time
package import Tokens

/// The answer to a program that asks for the credential itself.
package enum HandoutDecision {
    case credential(Credential)
    /// A better one is expected; at this time the present one is handed out instead.
    case wait(until: Instant)
}

/// How long a program waits for a credential.
package struct HandoutPatience {
    /// For any credential.
    let forAny: Duration
    /// For a credential that lives longer than the present one.
    let forMargin: Duration

    /// Programs that fetch credentials time out after five seconds, those that ask for instance metadata after one.
    package init(_ patience: Duration, behind listenerKind: ListenerKind) {
        forAny = patience
        forMargin = listenerKind == .metadata ? .milliseconds(500) : .seconds(2)
    }
}

/// The result of asking a profile for a token that it does not have.
package enum DemandResult {
    /// A key from files, or a token that another process fetched, was available at once.
    case present(Credential)
    /// The request should wait.
    case coming
    case none
}

extension Profile {
    /// A request that has waited must not wait again.
    package func supply(
        living seconds: Int, afterWaiting hasWaited: Bool, at now: Moment, within patience: Duration
    ) -> DemandResult {
        guard !hasWaited, demand(living: seconds, at: now, within: patience) else { return .none }
        return credential(living: seconds, at: now).map { .present($0) } ?? .coming
    }

    /// A credential that lives that many seconds, and long enough that the program need not ask again at once.
    ///
    /// `isIssued`: the program hands it on, and knows how long it lives because it asked for that.
    package func handout(
        living seconds: Int, afterWaiting hasWaited: Bool, isIssued: Bool = false, at now: Moment,
        within patience: HandoutPatience
    ) throws(Problem) -> HandoutDecision {
        guard let present = credential(living: seconds, at: now) else {
            return try handoutOfNext(
                living: seconds, afterWaiting: hasWaited, at: now, within: patience.forAny)
        }
        guard !present.secretIsRemote else {
            throw .invalidRequest(
                .profile(
                    "profile \(name) has no secret to hand out: Source=remote-signer keeps its key elsewhere")
            )
        }
        guard let margin = HandoutMargin(of: present) else { return .credential(present) }
        if margin.isTooShort, !isIssued { counted.logShortLife(margin.life) }
        guard !hasWaited, !present.lives(margin.seconds, from: time(at: now)),
            let end = endOfWait(for: margin, at: now, within: patience.forMargin)
        else { return .credential(credential(living: seconds, at: now) ?? present) }
        return .wait(until: end)
    }

    private func handoutOfNext(
        living seconds: Int, afterWaiting hasWaited: Bool, at now: Moment, within patience: Duration
    ) throws(Problem) -> HandoutDecision {
        switch supply(living: seconds, afterWaiting: hasWaited, at: now, within: patience) {
        case .present(let credential): return .credential(credential)
        case .coming: return .wait(until: now.boot + patience)
        case .none: throw lack(living: seconds, at: now)
        }
    }

    /// `nil` while fetches fail, or when the fetch has taken too long already.
    private func endOfWait(for margin: HandoutMargin, at now: Moment, within patience: Duration) -> Instant? {
        guard !isFailing, demand(living: margin.seconds, at: now, within: .zero), let start = fetchingSince
        else { return nil }
        let end = start + patience
        return end > now.boot ? end : nil
    }

    private func logShortLife(_ life: Int64) {
        guard !logged.shortLife else { return }
        logged.shortLife = true
        context.log.write(.lifeTooShort(profile: name, life: life))
    }
}
