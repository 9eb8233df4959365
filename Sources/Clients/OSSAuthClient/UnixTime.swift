package import Time

/// A whole second of UTC.
public struct UnixTime: Comparable, Hashable, Sendable {
    /// Seconds since the beginning of 1970 in UTC; negative before that.
    public var secondsSince1970: Int64

    /// A time by its seconds.
    public init(secondsSince1970: Int64) {
        self.secondsSince1970 = secondsSince1970
    }

    /// Reads RFC 3339, such as `2023-12-16T16:20:57Z`; a fraction is dropped.
    public init?(_ text: String) {
        guard let time = Timestamp(rfc3339: text.utf8Span.span) else { return nil }
        secondsSince1970 = time.secondsSince1970
    }

    package init(_ time: Timestamp) {
        secondsSince1970 = time.secondsSince1970
    }

    package var timestamp: Timestamp { Timestamp(secondsSince1970: secondsSince1970) }

    /// Whether one time is before another.
    public static func < (left: UnixTime, right: UnixTime) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }

    /// The time later by a duration, clamped to the limits of the type.
    public static func + (time: UnixTime, duration: Duration) -> UnixTime {
        let sum = Timestamp(secondsSince1970: time.secondsSince1970) + duration.components.seconds
        return UnixTime(secondsSince1970: sum.secondsSince1970)
    }

    /// The time between two times.
    public static func - (left: UnixTime, right: UnixTime) -> Duration {
        .seconds(
            Timestamp(secondsSince1970: left.secondsSince1970)
                - Timestamp(secondsSince1970: right.secondsSince1970))
    }
}

extension UnixTime: CustomStringConvertible {
    /// RFC 3339 in UTC: `2023-12-16T16:20:57Z`.
    public var description: String { Timestamp(secondsSince1970: secondsSince1970).description }
}
