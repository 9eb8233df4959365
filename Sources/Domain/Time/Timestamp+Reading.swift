internal import Bytes

extension Timestamp {
    /// Reads RFC 3339 in every shape that servers write: `Z` or an offset, a fraction (dropped) or none.
    package init?(rfc3339 text: Span<UInt8>) {
        var digits = DigitReader(text)
        guard let year = digits.number(4), digits.take("-"), let month = digits.number(2), digits.take("-"),
            let day = digits.number(2), digits.take("T") || digits.take("t") || digits.take(" "),
            let clock = digits.clock()
        else { return nil }
        digits.skipFraction()
        guard let offset = digits.offset(), digits.isAtEnd,
            let local = Timestamp(
                CivilTime(
                    year: year, month: month, day: day, hour: clock.hour, minute: clock.minute,
                    second: clock.second))
        else { return nil }
        self = local + Int64(-offset)
        guard Timestamp.representable.contains(self) else { return nil }
    }

    /// Reads the HTTP date that OSS accepts: `Sat, 16 Dec 2023 16:20:57 GMT`, on the right day of the week.
    package init?(httpDate text: Span<UInt8>) {
        guard text.count == 29, text[3] == UInt8(ascii: ",") else { return nil }
        var digits = DigitReader(text.extracting(droppingFirst: 4))
        guard digits.take(" "), let day = digits.number(2), digits.take(" "), let month = digits.month(),
            digits.take(" "), let year = digits.number(4), digits.take(" "), let clock = digits.clock(),
            digits.take(" "), digits.take("G"), digits.take("M"), digits.take("T"),
            let time = Timestamp(
                CivilTime(
                    year: year, month: month, day: day, hour: clock.hour, minute: clock.minute,
                    second: clock.second)),
            text.extracting(first: 3).equals(dayNames[time.weekday])
        else { return nil }
        self = time
    }

    /// Reads the day in the scope of a signature, `20231216`, as its first second.
    package init?(day text: Span<UInt8>) {
        var digits = DigitReader(text)
        guard let year = digits.number(4), let month = digits.number(2), let day = digits.number(2),
            digits.isAtEnd,
            let time = Timestamp(
                CivilTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0))
        else { return nil }
        self = time
    }

    /// Reads `20231216T162057Z`.
    package init?(basicISO text: Span<UInt8>) {
        var digits = DigitReader(text)
        guard let year = digits.number(4), let month = digits.number(2), let day = digits.number(2),
            digits.take("T"), let hour = digits.number(2), let minute = digits.number(2),
            let second = digits.number(2), digits.take("Z"), digits.isAtEnd,
            let time = Timestamp(
                CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second))
        else { return nil }
        self = time
    }
}
