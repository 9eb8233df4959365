internal import Bytes
internal import Text

/// Walks over the digits and marks of a written time.
struct DigitReader: ~Escapable {
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

    /// `16:20:57`; a leap second counts as the second before it.
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

    /// Seconds east of Greenwich: `Z`, `+08:00` or `+0800`.
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
