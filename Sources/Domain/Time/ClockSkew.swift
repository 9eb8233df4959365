/// What time it is by a server's clock, learned from the `Date` of its answers; that clock issues and judges tokens.
///
/// It is kept as a point on the boot clock, so a wall clock that is set later changes nothing of what was learned.
package struct ClockSkew: Equatable, Sendable {
    /// A `Date` has whole seconds, and so have we.
    @inlinable static var ignored: Int64 { 2 }
    /// Who is further away has no clock, or lies.
    private static let largest: Int64 = 86_400
    /// No server of today began before 2020; some middleboxes say 1970.
    private static let earliest = Timestamp(secondsSince1970: 1_577_836_800)

    /// The server's time at the boot of this host; `nil`: the wall clock is as good.
    @usableFromInline private(set) var timeAtBoot: Timestamp?

    package init() {}

    /// Takes up the `Date` of an answer to what was asked between two moments.
    ///
    /// The server wrote it at any time between; what the delay can explain is no difference of clocks.
    package mutating func learn(_ date: Timestamp, asked: Moment, answered: Moment) {
        let ahead = date - answered.wall
        let behind = asked.wall - date
        guard date >= ClockSkew.earliest, ahead <= ClockSkew.largest, behind <= ClockSkew.largest else {
            return
        }
        if ahead >= ClockSkew.ignored {
            timeAtBoot = date + -answered.boot.wholeSeconds
        } else if behind >= ClockSkew.ignored {
            timeAtBoot = date + -asked.boot.wholeSeconds
        } else {
            timeAtBoot = nil
        }
    }

    /// The time to sign and to judge by.
    @inlinable package func time(at now: Moment) -> Timestamp {
        guard let timeAtBoot else { return now.wall }
        let time = timeAtBoot + now.boot.wholeSeconds
        // Somebody has set the wall clock right.
        return abs(time - now.wall) < ClockSkew.ignored ? now.wall : time
    }

    /// Both clocks, the wall clock corrected.
    @inlinable package func moment(at now: Moment) -> Moment {
        Moment(wall: time(at: now), boot: now.boot)
    }
}

extension Instant {
    @inlinable var wholeSeconds: Int64 { nanosecondsSinceBoot / 1_000_000_000 }
}
