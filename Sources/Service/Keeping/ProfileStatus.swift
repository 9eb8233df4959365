package import API
internal import Exchanging
internal import Settings
package import Time
internal import Tokens

// The state of a profile for people.
extension Profile {
    package func report(at now: Moment) -> ProfileReport {
        let streak = streak
        var report = ProfileReport(
            name: name, source: settings.source.kind.rawValue, state: state(at: now),
            consecutiveFailures: shownFailures, lastError: streak?.lastError)
        report.lastErrorCode = streak?.code
        if let credential { report.describe(credential, at: time(at: now)) }
        report.failingSince = streak?.since
        report.clockSkewSeconds = Int(time(at: now) - now.wall)
        let cacheFailure = context.cacheWriter.failure(of: owner)
        let doubts = [defaults.doubt, cacheFailure, forgotten?.leftBehind, changeOfSource]
        report.warnings = doubts.compactMap(\.self) + sinks.compactMap(\.failure)
        report.isCached = cacheFailure == nil
        report.sinks = sinks.map { ProfileReport.Sink(name: $0.settings.name, isFresh: $0.failure == nil) }
        report.nextRefreshAt = nextAttempt(at: now)
        report.isRequired = settings.isRequired
        report.isLazy = policy.isLazy
        report.forgottenAt = forgotten?.at
        report.isFetching = isFetching
        return report
    }

    func nextAttempt(at now: Moment) -> Timestamp? {
        plannedAttempt.map { time(at: now) + max(0, ($0 - now.boot).wholeSeconds) }
    }

    /// Keeps the failure for the status until an attempt succeeds.
    func remember(_ failure: FetchFailure, at now: Moment) {
        failing = FailureStreak(
            since: failing?.since ?? skew.time(at: now), lastError: failure.message, code: failure.code)
    }
}
