internal import API
internal import Settings
internal import Time
internal import Tokens

extension Profile {
    /// What to tell somebody who has to go without, or without one that lives so long.
    func lack(living seconds: Int = 0, at now: Moment) -> Problem {
        .noCredential(shortage(living: seconds, at: now))
    }

    /// The same to somebody whose signature did not come.
    func lack(of signature: FetchFailure, at now: Moment) -> Problem {
        .noCredential(
            Problem.Lack(
                .signatureFailed, of: name, state: state(at: now), lastError: signature.message,
                retryAfter: signature.retryAfter ?? 1))
    }

    /// Why an operator did not get another one; `patience` is `nil` when the attempt failed.
    ///
    /// While the attempt goes on, the last error is that of an earlier one.
    func lackOfRenewal(at now: Moment, stillPendingAfter patience: Duration?) -> Problem.Lack {
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
        let isWorthIt = settings.source.canFetch || isChain || signer != nil
        let state = state(at: now)
        return Problem.Lack(
            reason(in: state, living: seconds, at: now), of: name, state: state, lastError: shownError,
            failures: schedule.consecutiveFailures,
            nextAttempt: plannedAttempt == nil ? nil : Int(wait),
            retryAfter: isWorthIt ? Int(wait) : 60)
    }

    private func reason(in state: ProfileState, living seconds: Int, at now: Moment) -> Problem.Lack.Why {
        if signer != nil { return .signatureFailed }
        if case .manual = settings.source, !state.canSign { return .notSet }
        switch state {
        case .never: return forgotten == nil ? .noneYet : .forgotten
        case .expired: return .expired
        default:
            let left = credential?.expiration.map { Int($0 - time(at: now)) }
            guard let left, left <= seconds else { return .late }
            return .tooShort(left: left, wanted: seconds)
        }
    }
}
