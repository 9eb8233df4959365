internal import Bytes
internal import Text

extension Timestamp {
    /// Reads RFC 3339 with `Z` or an offset; a fraction is dropped.
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

    /// Reads the HTTP date that OSS accepts, `Sat, 16 Dec 2023 16:20:57 GMT`; the day of the week must be
    /// right.
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

/// Reads the digits and marks of a time one after the other.
private struct DigitReader: ~Escapable {
    private var rest: Span<UInt8>

    @_lifetime(copy text)
    init(_ text: Span<UInt8>) {
        rest = text
    }

    var isAtEnd: Bool { rest.isEmpty }

    @_lifetime(self: copy self)
    mutating func number(_ width: Int) -> Int? {
        guard rest.count >= width else { return nil }
        var value = 0
        for index in 0..<width {
            guard rest[index].isDigit else { return nil }
            value = value * 10 + Int(rest[index] - UInt8(ascii: "0"))
        }
        rest = rest.extracting(droppingFirst: width)
        return value
    }

    @_lifetime(self: copy self)
    mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard rest.count > 0, rest[0] == UInt8(ascii: mark) else { return false }
        rest = rest.extracting(droppingFirst: 1)
        return true
    }

    /// Reads `16:20:57`; a leap second counts as the second before it.
    @_lifetime(self: copy self)
    mutating func clock() -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = number(2), take(":"), let minute = number(2), take(":"), let second = number(2)
        else {
            return nil
        }
        return (hour, minute, second == 60 ? 59 : second)
    }

    @_lifetime(self: copy self)
    mutating func skipFraction() {
        guard rest.count > 1, rest[0] == UInt8(ascii: "."), rest[1].isDigit else { return }
        rest = rest.extracting(droppingFirst: 1)
        while rest.count > 0, rest[0].isDigit { rest = rest.extracting(droppingFirst: 1) }
    }

    /// Reads the seconds east of Greenwich: `Z`, `+08:00` or `+0800`.
    @_lifetime(self: copy self)
    mutating func offset() -> Int? {
        if take("Z") || take("z") { return 0 }
        let isWest = rest.count > 0 && rest[0] == UInt8(ascii: "-")
        guard isWest ? take("-") : take("+"), let hours = number(2), hours < 24 else { return nil }
        _ = take(":")
        guard let minutes = number(2), minutes < 60 else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return isWest ? -seconds : seconds
    }

    @_lifetime(self: copy self)
    mutating func month() -> Int? {
        guard rest.count >= 3 else { return nil }
        for (index, name) in monthNames.enumerated() where rest.extracting(first: 3).equals(name) {
            rest = rest.extracting(droppingFirst: 3)
            return index + 1
        }
        return nil
    }
}
