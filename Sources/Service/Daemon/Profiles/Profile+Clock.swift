internal import Settings
internal import Time

// By whose clock this profile signs and judges.
extension Profile {
    /// What the log tells; less than that nobody notices.
    private static let notableMove: Int64 = 60

    /// The wall clock, set right by what the servers of this profile say.
    func time(at now: Moment) -> Timestamp {
        if let following { following.member.time(at: now) } else { skew.time(at: now) }
    }

    /// A server that did what it was asked for is believed the time; an error page could be from anybody's clock.
    func believe(_ heard: ClockSkew) {
        let now = surroundings.clock.now()
        let before = skew.time(at: now)
        skew = heard
        heardSkew = heard
        let moved = skew.time(at: now) - before
        if abs(moved) > Profile.notableMove {
            surroundings.log.write(.clockMoved(profile: name, ahead: skew.time(at: now) - now.wall))
        }
        planExpiry()
    }
}
