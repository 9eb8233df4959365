internal import API
internal import EventLoop
internal import Kernel
internal import Records
internal import Time
internal import Tokens

// Events for watchers and the daemon, and the end of a credential.
extension Profile {
    /// Watchers do not know scoped tokens.
    func publish(_ kind: WatchEvent.Kind) {
        guard origin == nil else { return }
        let now = time(at: context.clock.now())
        context.observer?.published(WatchEvent(kind, of: name, at: now))
    }

    /// Publishes that another credential signs from now on.
    func publishRotation() {
        guard let credential else { return }
        publish(.rotated(generation: credential.generation, expiration: credential.expiration))
    }

    /// Arms the timer for the end of the present credential, by the corrected clock.
    func planExpiry() {
        guard let expiryTimer, let expiration = credential?.expiration else { return }
        let now = context.clock.now()
        let due = now.boot + .seconds(max(0, expiration - time(at: now)))
        expiryTimer.arm(atBootNanoseconds: due.nanosecondsSinceBoot)
    }

    /// Reports once that a credential expired without a successor.
    func checkExpiry() {
        let now = context.clock.now()
        // A chain takes another one.
        _ = credential(living: 0, at: now)
        guard let credential, credential.generation != loggedEnd else { return }
        guard credential.isExpired(at: time(at: now)) else { return planExpiry() }
        loggedEnd = credential.generation
        context.log.write(.tokenExpired(profile: name, generation: credential.generation))
        publish(.expired(generation: credential.generation))
    }
}
