/// The time of a server, learned from the `Date` of its responses, because that clock issues and checks
/// tokens.
///
/// It is stored relative to the boot clock, so a later change of the wall clock has no effect on it.
package struct ClockSkew: Equatable, Sendable {
    /// `Date` and our own times have whole seconds.
    @inlinable static var tolerance: Int64 { 2 }
    /// A difference beyond this is an error of the server.
    private static let maximum: Int64 = 86_400
    /// Some middleboxes send a `Date` of 1970; no real clock is before 2020.
    private static let earliest = Timestamp(secondsSince1970: 1_577_836_800)

    /// The server's time when this host booted; `nil` if the wall clock is right.
    @usableFromInline private(set) var timeAtBoot: Timestamp?

    package init() {}

    /// Learns from the `Date` of the response to a request.
    ///
    /// The server wrote it at some time between the two moments, so a difference within the delay counts as
    /// none.
    package mutating func learn(_ date: Timestamp, asked: Moment, answered: Moment) {
        let ahead = date - answered.wall
        let behind = asked.wall - date
        guard date >= ClockSkew.earliest, ahead <= ClockSkew.maximum, behind <= ClockSkew.maximum else {
            return
        }
        if ahead >= ClockSkew.tolerance {
            timeAtBoot = date + -answered.boot.wholeSeconds
        } else if behind >= ClockSkew.tolerance {
            timeAtBoot = date + -asked.boot.wholeSeconds
        } else {
            timeAtBoot = nil
        }
    }

    /// The time to sign and to check expiry by.
    @inlinable package func time(at now: Moment) -> Timestamp {
        guard let timeAtBoot else { return now.wall }
        let time = timeAtBoot + now.boot.wholeSeconds
        // The wall clock was corrected in the meantime.
        return abs(time - now.wall) < ClockSkew.tolerance ? now.wall : time
    }

    /// Both clocks, with the wall clock corrected.
    @inlinable package func moment(at now: Moment) -> Moment {
        Moment(wall: time(at: now), boot: now.boot)
    }
}

extension Instant {
    @inlinable var wholeSeconds: Int64 { nanosecondsSinceBoot / 1_000_000_000 }
}
