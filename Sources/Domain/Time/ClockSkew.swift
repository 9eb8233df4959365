/// The time of a server, learned from the `Date` of its responses, because that clock issues and checks
/// tokens.
///
/// It is stored relative to the boot clock, so a later change of the wall clock has no effect on it.
package struct ClockSkew: Equatable, Sendable {
    /// `Date` and our own times have whole seconds.
    private static let tolerance: Int64 = 2
    /// The greatest correction of a clock that was right; time servers make smaller ones all the time.
    private static let correction: Int64 = 60
    /// A difference beyond this is an error of the server.
    private static let maximum: Int64 = 86_400
    /// Some middleboxes send a `Date` of 1970; no real clock is before 2020.
    private static let earliest = Timestamp(secondsSince1970: 1_577_836_800)

    /// The server's time when this host booted; `nil` before the first answer.
    @usableFromInline private(set) var timeAtBoot: Timestamp?
    /// A wall clock that is nearer than this to the server's time is right.
    @usableFromInline private(set) var margin: Int64 = 0

    package init() {}

    /// Learns from the `Date` of the response to a request.
    ///
    /// The server wrote it at some time between the two moments, so a difference within the delay counts as
    /// none.
    package mutating func learn(_ date: Timestamp, asked: Moment, answered: Moment) {
        // By the boot clock, because the wall clock may have been set in between.
        let delay = answered.boot.wholeSeconds - asked.boot.wholeSeconds
        let ahead = date - answered.wall
        let behind = -ahead - delay
        guard date >= ClockSkew.earliest, ahead <= ClockSkew.maximum, behind <= ClockSkew.maximum else {
            return
        }
        if ahead >= ClockSkew.tolerance {
            remember(date, at: answered.boot, margin: ClockSkew.tolerance)
        } else if behind >= ClockSkew.tolerance {
            remember(date, at: asked.boot, margin: ClockSkew.tolerance)
        } else {
            // A sleep, or the slow correction of a clock, moves both clocks, and only a step moves one of them.
            remember(answered.wall, at: answered.boot, margin: ClockSkew.correction)
        }
    }

    private mutating func remember(_ time: Timestamp, at boot: Instant, margin: Int64) {
        timeAtBoot = time + -boot.wholeSeconds
        self.margin = margin
    }

    /// The time to sign and to check expiry by.
    @inlinable package func time(at now: Moment) -> Timestamp {
        guard let timeAtBoot else { return now.wall }
        let time = timeAtBoot + now.boot.wholeSeconds
        return abs(time - now.wall) < margin ? now.wall : time
    }

    /// Both clocks, with the wall clock corrected.
    @inlinable package func moment(at now: Moment) -> Moment {
        Moment(wall: time(at: now), boot: now.boot)
    }
}

extension Instant {
    @inlinable var wholeSeconds: Int64 { nanosecondsSinceBoot / 1_000_000_000 }
}
