/// A whole second of UTC, the only form of wall-clock time in signatures and tokens.
package struct Timestamp: Equatable, Comparable, Hashable, Sendable {
    package var secondsSince1970: Int64

    package init(secondsSince1970: Int64) {
        self.secondsSince1970 = secondsSince1970
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }

    /// Clamps to the limits of the type: a time from a client must not stop the process.
    package static func + (time: Timestamp, seconds: Int64) -> Timestamp {
        let (sum, overflow) = time.secondsSince1970.addingReportingOverflow(seconds)
        return Timestamp(secondsSince1970: overflow ? (seconds < 0 ? .min : .max) : sum)
    }

    /// The difference in seconds.
    package static func - (left: Timestamp, right: Timestamp) -> Int64 {
        let (difference, overflow) = left.secondsSince1970.subtractingReportingOverflow(
            right.secondsSince1970)
        return overflow ? (left < right ? .min : .max) : difference
    }

    /// The number of the UTC day since 1970.
    package var day: Int64 {
        let (days, rest) = secondsSince1970.quotientAndRemainder(dividingBy: 86_400)
        return rest < 0 ? days - 1 : days
    }

    fileprivate var secondOfDay: Int {
        let rest = Int(secondsSince1970 % 86_400)
        return rest < 0 ? rest + 86_400 : rest
    }

    /// 0 is Sunday; 1970 began on a Thursday.
    package var weekday: Int {
        let rest = Int((day + 4) % 7)
        return rest < 0 ? rest + 7 : rest
    }

    /// The years 0001 to 9999, which every format can write with four digits.
    package static let representable =
        Timestamp(secondsSince1970: -62_135_596_800)...Timestamp(secondsSince1970: 253_402_300_799)

    /// The nearest time that can be written.
    var representable: Timestamp {
        min(max(self, Timestamp.representable.lowerBound), Timestamp.representable.upperBound)
    }

    /// Returns `nil` if a number is out of range, such as the 30th of February.
    package init?(_ civil: CivilTime) {
        guard (1...9_999).contains(civil.year), (1...12).contains(civil.month),
            (1...CivilTime.days(inMonth: civil.month, of: civil.year)).contains(civil.day),
            (0...23).contains(civil.hour), (0...59).contains(civil.minute), (0...59).contains(civil.second)
        else { return nil }
        let days = CivilTime.daysSince1970(year: civil.year, month: civil.month, day: civil.day)
        secondsSince1970 = days * 86_400 + Int64(civil.hour * 3_600 + civil.minute * 60 + civil.second)
    }
}

/// A time as calendar date and time of day.
package struct CivilTime: Equatable, Sendable {
    package var year: Int
    package var month: Int
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int

    package init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }
}

// The proleptic Gregorian calendar in eras of 400 years. The year begins in March, so that the leap day comes
// last.
extension CivilTime {
    package init(_ time: Timestamp) {
        let secondsOfDay = time.secondOfDay
        let days = time.day + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
        month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        hour = secondsOfDay / 3_600
        minute = secondsOfDay / 60 % 60
        second = secondsOfDay % 60
    }

    fileprivate static func daysSince1970(year: Int, month: Int, day: Int) -> Int64 {
        let shiftedYear = Int64(month <= 2 ? year - 1 : year)
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let monthFromMarch = Int64((month + 9) % 12)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    fileprivate static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
