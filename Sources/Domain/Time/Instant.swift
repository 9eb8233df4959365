/// A point on the boot clock, which timers use: it never jumps and includes sleep.
package struct Instant: Equatable, Comparable, Sendable {
    package var nanosecondsSinceBoot: Int64

    package init(nanosecondsSinceBoot: Int64) {
        self.nanosecondsSinceBoot = nanosecondsSinceBoot
    }

    /// Later than any real instant.
    package static let distantFuture = Instant(nanosecondsSinceBoot: .max)

    package static func < (left: Instant, right: Instant) -> Bool {
        left.nanosecondsSinceBoot < right.nanosecondsSinceBoot
    }

    package static func + (instant: Instant, delay: Duration) -> Instant {
        instant.advanced(byNanoseconds: delay.nanoseconds)
    }

    package static func - (left: Instant, right: Instant) -> Duration {
        .nanoseconds(left.nanosecondsSinceBoot - right.nanosecondsSinceBoot)
    }

    /// Clamps to the limits of the type instead of overflowing.
    package func advanced(byNanoseconds delay: Int64) -> Instant {
        let (sum, overflow) = nanosecondsSinceBoot.addingReportingOverflow(delay)
        return Instant(nanosecondsSinceBoot: overflow ? (delay < 0 ? .min : .max) : sum)
    }
}

extension Duration {
    /// Whole nanoseconds, clamped to the limits of the type.
    package var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }

    /// Whole seconds, rounded toward zero.
    package var wholeSeconds: Int64 { components.seconds }
}

/// Both clocks, read together.
package struct Moment: Equatable, Sendable {
    package var wall: Timestamp
    package var boot: Instant

    package init(wall: Timestamp, boot: Instant) {
        self.wall = wall
        self.boot = boot
    }
}
