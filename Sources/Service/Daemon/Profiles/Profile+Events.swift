internal import API
internal import EventLoop
internal import Kernel
internal import Time
internal import Tokens

// What is told to those who watch.
extension Profile {
    func publish(_ kind: WatchEvent.Kind) {
        let now = time(at: surroundings.clock.now())
        surroundings.publish(WatchEvent(kind, of: name, at: now))
    }

    /// Another token signs from now on.
    func publishRotation() {
        guard let credential else { return }
        publish(.rotated(generation: credential.generation, expiration: credential.expiration))
    }

    func publishFailure(_ failure: FetchFailure) {
        let now = surroundings.clock.now()
        publish(
            .refreshFailed(
                WatchEvent.Failure(
                    failure.kind, error: failure.message, consecutiveFailures: schedule.consecutiveFailures,
                    nextAttemptAt: nextAttempt(at: now))))
    }

    func nextAttempt(at now: Moment) -> Timestamp? {
        plannedAttempt.map { time(at: now) + max(0, ($0 - now.boot).wholeSeconds) }
    }

    /// Somebody looks when the present token ends, by the time that counts now.
    func planExpiry() {
        guard let expiration = credential?.expiration else { return }
        let now = surroundings.clock.now()
        let due = now.boot + .seconds(max(0, expiration - time(at: now)))
        expiryTimer?.arm(atBootNanoseconds: due.nanosecondsSinceBoot)
    }

    /// A token that ends without a successor is told once.
    func checkExpiry() {
        let now = surroundings.clock.now()
        if isChain { follow(living: 0, at: now) }
        guard let credential, credential.generation != told.end else { return }
        guard credential.isExpired(at: time(at: now)) else { return planExpiry() }
        told.end = credential.generation
        surroundings.log.write(.tokenExpired(profile: name, generation: credential.generation))
        publish(.expired(generation: credential.generation))
    }
}
