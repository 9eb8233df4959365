package import API
package import Exchanging
internal import Settings
package import Time
internal import Tokens

// Why a profile has no credential, in the terms of the API.
extension Profile {
    /// For a request that gets no credential, or none with the life that it needs.
    package func lack(living seconds: Int = 0, at now: Moment) -> Problem {
        .noCredential(shortage(living: seconds, at: now))
    }

    /// For a request without its remote signature.
    package func lack(of signature: FetchFailure, isRefused: Bool = false, at now: Moment) -> Problem {
        guard !isRefused else { return .signatureRefused(profile: name, reason: signature.message) }
        return .noCredential(
            Problem.Lack(
                .signatureFailed, of: name, state: state(at: now), lastError: signature.message,
                retryAfter: signature.retryAfter ?? 1))
    }

    /// For an operator whose refresh brought no token; `patience` is `nil` when the attempt failed.
    ///
    /// During an attempt the last error belongs to an earlier one.
    package func lackOfRenewal(at now: Moment, stillPendingAfter patience: Duration?) -> Problem.Lack {
        var lack = shortage(living: 0, at: now)
        guard settings.source.canFetch else { return lack }
        let present =
            lack.state.canSign ? Problem.Lack.Present(of: name, until: credential?.expiration) : nil
        if let patience {
            lack.why = .renewalPending(present, after: patience)
            lack.lastError = nil
        } else if let present {
            lack.why = .renewalFailed(present)
        }
        return lack
    }

    private func shortage(living seconds: Int, at now: Moment) -> Problem.Lack {
        let wait = plannedAttempt.map { max(1, ($0 - now.boot).wholeSeconds) } ?? 1
        let state = state(at: now)
        return Problem.Lack(
            reason(in: state, living: seconds, at: now), of: name, state: state, lastError: streak?.lastError,
            failures: consecutiveFailures,
            nextAttempt: plannedAttempt == nil ? nil : Int(wait),
            retryAfter: settings.source.isManual ? 60 : Int(wait))
    }

    private func reason(in state: ProfileState, living seconds: Int, at now: Moment) -> Problem.Lack.Why {
        if let onlyReason { return onlyReason }
        if settings.source.isManual, !state.canSign { return .notSet }
        switch state {
        case .never: return loss(at: now) ?? .noneYet
        case .expired: return .expired
        default:
            let left = credential?.expiration.map { Int($0 - time(at: now)) }
            guard let left, left <= seconds else { return .late }
            return .tooShort(left: left, wanted: seconds)
        }
    }

    private func loss(at now: Moment) -> Problem.Lack.Why? {
        func age(_ time: Timestamp) -> Duration { .seconds(max(1, self.time(at: now) - time)) }
        if let forgotten { return .forgotten(ago: age(forgotten.at)) }
        return droppedAt.map { .dropped(ago: age($0)) }
    }
}
