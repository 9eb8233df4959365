/// A whole second of UTC, the only notion of wall-clock time that signing and tokens know.
package struct Timestamp: Equatable, Comparable, Hashable, Sendable {
    package var secondsSince1970: Int64

    package init(secondsSince1970: Int64) {
        self.secondsSince1970 = secondsSince1970
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }

    /// Held at the limits of the type: a time may come from a stranger, and its sum must not stop the process.
    package static func + (time: Timestamp, seconds: Int64) -> Timestamp {
        let (sum, overflow) = time.secondsSince1970.addingReportingOverflow(seconds)
        return Timestamp(secondsSince1970: overflow ? (seconds < 0 ? .min : .max) : sum)
    }

    /// How many seconds lie between two times.
    package static func - (left: Timestamp, right: Timestamp) -> Int64 {
        let (difference, overflow) = left.secondsSince1970.subtractingReportingOverflow(
            right.secondsSince1970)
        return overflow ? (left < right ? .min : .max) : difference
    }
}

extension Timestamp {
    /// The number of the UTC day since 1970.
    package var day: Int64 {
        let (days, rest) = secondsSince1970.quotientAndRemainder(dividingBy: 86_400)
        return rest < 0 ? days - 1 : days
    }

    var secondOfDay: Int {
        let rest = Int(secondsSince1970 % 86_400)
        return rest < 0 ? rest + 86_400 : rest
    }

    /// 0 is Sunday; 1970 began on a Thursday.
    package var weekday: Int {
        let rest = Int((day + 4) % 7)
        return rest < 0 ? rest + 7 : rest
    }

    /// The years that every format can write with four digits: 0001 to 9999.
    package static let representable =
        Timestamp(secondsSince1970: -62_135_596_800)...Timestamp(secondsSince1970: 253_402_300_799)

    /// The nearest time that can be written.
    var representable: Timestamp {
        min(max(self, Timestamp.representable.lowerBound), Timestamp.representable.upperBound)
    }
}
