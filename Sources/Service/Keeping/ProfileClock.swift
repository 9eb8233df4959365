internal import API
internal import EventLoop
internal import Kernel
internal import Records
internal import Settings
internal import Time
internal import Tokens

// The clock for signatures and expirations of this profile.
extension Profile {
    /// Smaller corrections are not logged.
    private static let notableMove: Int64 = 60

    /// Takes the time only from a successful answer, because an error page may come from another server.
    func believe(_ heard: ClockSkew) {
        skew = heard
        heardSkew = heard
        noteSkew(at: context.clock.now())
        planExpiry()
        if settings.source.hasServer { context.observer?.learnedTime() }
    }

    /// Logs that the clocks differ by another amount than before.
    func noteSkew(at now: Moment) {
        let ahead = skew.time(at: now) - now.wall
        guard abs(ahead - logged.clockAhead) > Profile.notableMove else { return }
        logged.clockAhead = ahead
        context.log.write(.clockMoved(profile: name, ahead: ahead))
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
        // A chain may follow another member.
        _ = credential(living: 0, at: now)
        guard let credential, credential.generation != logged.end else { return }
        guard credential.isExpired(at: time(at: now)) else { return planExpiry() }
        logged.end = credential.generation
        context.log.write(.tokenExpired(profile: name, generation: credential.generation))
        publish(.expired(generation: credential.generation))
    }

    /// Publishes that another token signs from now on.
    package func publishRotation() {
        guard let credential else { return }
        publish(.rotated(generation: credential.generation, expiration: credential.expiration))
    }
}
