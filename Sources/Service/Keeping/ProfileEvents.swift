internal import API
internal import EventLoop
internal import Exchanging
internal import Kernel
internal import Records
internal import Settings
internal import Time
internal import Tokens

// Events for watchers, and conditions for the log.
extension Profile {
    func publish(_ kind: WatchEvent.Kind) {
        guard !isScopedToken else { return }
        let now = time(at: context.clock.now())
        context.observer?.published(WatchEvent(kind, of: name, at: now))
    }

    /// Publishes that another token signs from now on.
    package func publishRotation() {
        guard let credential else { return }
        publish(.rotated(generation: credential.generation, expiration: credential.expiration))
    }

    func publishFailure(_ failure: FetchFailure) {
        let now = context.clock.now()
        publish(
            .refreshFailed(
                WatchEvent.Failure(
                    failure.kind, error: failure.message, consecutiveFailures: schedule.consecutiveFailures,
                    nextAttemptAt: nextAttempt(at: now))))
    }

    /// Arms the timer for the end of the present token, by the corrected clock.
    func planExpiry() {
        guard let expiration = credential?.expiration else { return }
        let now = context.clock.now()
        let due = now.boot + .seconds(max(0, expiration - time(at: now)))
        expiryTimer?.arm(atBootNanoseconds: due.nanosecondsSinceBoot)
    }

    /// Reports once that a token expired without a successor.
    func checkExpiry() {
        let now = context.clock.now()
        chain?.follow(living: 0, at: now)
        guard let credential, credential.generation != logged.end else { return }
        guard credential.isExpired(at: time(at: now)) else { return planExpiry() }
        logged.end = credential.generation
        context.log.write(.tokenExpired(profile: name, generation: credential.generation))
        publish(.expired(generation: credential.generation))
    }
}

/// Conditions of a profile that were logged or published, and are not repeated.
struct LoggedConditions {
    /// Tokens live shorter than some programs need.
    var shortLife = false
    /// The seconds by which the servers' clock is ahead of the wall clock.
    var clockAhead: Int64 = 0
    /// The number of the token whose end was reported.
    var end = 0
    /// The number of the last token of a chain that watchers know.
    var followed = 0
}
