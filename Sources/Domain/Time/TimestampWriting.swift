package import Bytes

let dayNames: [StaticString] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
let monthNames: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]

// Eight characters at a time, packed into one word with the first in the lowest byte.
extension ByteBuffer {
    /// Appends `2023-12-16T16:20:57Z`, the form of RFC 3339 that every client understands.
    package mutating func append(rfc3339 time: Timestamp) {
        let civil = CivilTime(time.representable)
        append(eight: .year(civil) | .mark("-", 4) | .digits(civil.month, 5) | .mark("-", 7))
        append(
            eight: .digits(civil.day, 0) | .mark("T", 2) | .digits(civil.hour, 3) | .mark(":", 5)
                | .digits(civil.minute, 6))
        append(UInt8(ascii: ":"))
        append(twoDigits: civil.second)
        append(UInt8(ascii: "Z"))
    }

    /// Appends `Sat, 16 Dec 2023 16:20:57 GMT`; OSS requires two digits for the day.
    package mutating func append(httpDate time: Timestamp) {
        let civil = CivilTime(time.representable)
        append(dayNames[time.representable.weekday])
        append(", ")
        append(twoDigits: civil.day)
        append(UInt8(ascii: " "))
        append(monthNames[civil.month - 1])
        append(UInt8(ascii: " "))
        append(twoDigits: civil.year / 100)
        append(twoDigits: civil.year % 100)
        append(UInt8(ascii: " "))
        append(
            eight: .digits(civil.hour, 0) | .mark(":", 2) | .digits(civil.minute, 3) | .mark(":", 5)
                | .digits(civil.second, 6))
        append(" GMT")
    }

    /// Appends `20231216T162057Z`.
    package mutating func append(basicISO time: Timestamp) {
        let civil = CivilTime(time.representable)
        append(eight: .day(civil))
        append(
            eight: .mark("T", 0) | .digits(civil.hour, 1) | .digits(civil.minute, 3)
                | .digits(civil.second, 5)
                | .mark("Z", 7))
    }

    /// Appends `20231216`.
    package mutating func append(day time: Timestamp) {
        append(eight: .day(CivilTime(time.representable)))
    }

    private mutating func append(twoDigits number: Int) {
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}

extension UInt64 {
    fileprivate static func mark(_ mark: Unicode.Scalar, _ place: Int) -> UInt64 {
        UInt64(mark.value) << UInt64(8 * place)
    }

    fileprivate static func digits(_ number: Int, _ place: Int) -> UInt64 {
        let (tens, ones) = UInt64(truncatingIfNeeded: number).quotientAndRemainder(dividingBy: 10)
        return (0x3030 | tens | ones << 8) << UInt64(8 * place)
    }

    fileprivate static func year(_ civil: CivilTime) -> UInt64 {
        .digits(civil.year / 100, 0) | .digits(civil.year % 100, 2)
    }

    fileprivate static func day(_ civil: CivilTime) -> UInt64 {
        .year(civil) | .digits(civil.month, 4) | .digits(civil.day, 6)
    }
}

extension Timestamp: CustomStringConvertible {
    package var description: String {
        var text = ByteBuffer(capacity: 20)
        text.append(rfc3339: self)
        return String(copying: text.span)
    }
}

/// Caches the text of the last time written, because thousands of answers per second need the same.
package struct CachedTimeText: ~Copyable {
    package private(set) var text = ByteBuffer(capacity: 32)
    private var time: Timestamp?

    package init() {}

    package mutating func set(_ time: Timestamp, _ write: (inout ByteBuffer, Timestamp) -> Void) {
        guard self.time != time else { return }
        text.removeAll()
        write(&text, time)
        self.time = time
    }
}
