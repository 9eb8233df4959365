package import API
internal import Records
internal import Settings
internal import Storing
package import Time
internal import Tokens

// The status of a profile, and why it has no credential, in the terms of the API.
extension Profile {
    package func report(at now: Moment) -> ProfileReport {
        let attempts = source.attempts
        var report = ProfileReport(
            name: name, source: settings.source.kind.rawValue, state: state(at: now),
            consecutiveFailures: attempts.failures, lastError: attempts.failure?.lastError)
        report.lastErrorCode = attempts.failure?.code
        if let credential { report.describe(credential, at: time(at: now)) }
        report.failingSince = attempts.failure?.since
        report.clockSkewSeconds = Int(time(at: now) - now.wall)
        let cacheFailure = context.cacheWriter.failure(of: owner)
        report.warnings = [defaults.doubt, cacheFailure].compactMap(\.self) + source.warnings
        report.isCached = cacheFailure == nil
        report.nextRefreshAt = nextAttempt(at: now)
        report.isRequired = settings.isRequired
        report.isLazy = policy.isLazy
        report.forgottenAt = source.forgottenAt
        report.isFetching = attempts.fetchingSince != nil
        return report
    }

    func nextAttempt(at now: Moment) -> Timestamp? {
        source.attempts.next.map { time(at: now) + max(0, ($0 - now.boot).wholeSeconds) }
    }

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
        guard source.canRefresh else { return lack }
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
        let (state, attempts) = (state(at: now), source.attempts)
        let wait = attempts.next.map { Int(max(1, ($0 - now.boot).wholeSeconds)) }
        return Problem.Lack(
            source.reason(in: state, living: seconds, at: now), of: name, state: state,
            lastError: attempts.failure?.lastError, failures: attempts.failures, nextAttempt: wait,
            retryAfter: source.isSetByHand ? 60 : wait ?? 1)
    }
}
