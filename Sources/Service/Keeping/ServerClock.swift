internal import Records
internal import Time

/// The clock of a profile's servers, as far as their answers told it.
struct ServerClock {
    /// Smaller corrections are not logged.
    private static let notableMove: Int64 = 60

    /// From an answer with a credential, because an error page may come from another server.
    var skew = ClockSkew()
    /// From any answer: STS checks signatures by its clock before it returns a credential.
    var heard = ClockSkew()
    /// The seconds by which it is ahead of the wall clock, as last logged.
    private var loggedAhead: Int64 = 0

    func time(at now: Moment) -> Timestamp { skew.time(at: now) }

    mutating func believe(_ heard: ClockSkew) {
        skew = heard
        self.heard = heard
    }

    /// Logs that the clocks differ by another amount than before.
    mutating func log(of profile: Profile) {
        let now = profile.context.clock.now()
        let ahead = time(at: now) - now.wall
        guard abs(ahead - loggedAhead) > ServerClock.notableMove else { return }
        loggedAhead = ahead
        profile.context.log.write(.clockMoved(profile: profile.name, ahead: ahead))
    }
}
