package import Bytes

let dayNames: [StaticString] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
let monthNames: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]

extension ByteBuffer {
    /// `2023-12-16T16:20:57Z`, the form of RFC 3339 that every client of the daemon understands.
    package mutating func append(rfc3339 time: Timestamp) {
        let civil = CivilTime(time.representable)
        append(fourDigits: civil.year)
        append(UInt8(ascii: "-"))
        append(twoDigits: civil.month)
        append(UInt8(ascii: "-"))
        append(twoDigits: civil.day)
        append(UInt8(ascii: "T"))
        appendClock(civil)
        append(UInt8(ascii: "Z"))
    }

    /// `Sat, 16 Dec 2023 16:20:57 GMT`, with two digits for the day as OSS demands.
    package mutating func append(httpDate time: Timestamp) {
        let civil = CivilTime(time.representable)
        append(dayNames[time.representable.weekday])
        append(", ")
        append(twoDigits: civil.day)
        append(UInt8(ascii: " "))
        append(monthNames[civil.month - 1])
        append(UInt8(ascii: " "))
        append(fourDigits: civil.year)
        append(UInt8(ascii: " "))
        appendClock(civil)
        append(" GMT")
    }

    /// `20231216T162057Z`.
    package mutating func append(basicISO time: Timestamp) {
        let civil = CivilTime(time.representable)
        append(dayOf: civil)
        append(UInt8(ascii: "T"))
        append(twoDigits: civil.hour)
        append(twoDigits: civil.minute)
        append(twoDigits: civil.second)
        append(UInt8(ascii: "Z"))
    }

    /// `20231216`.
    package mutating func append(day time: Timestamp) {
        append(dayOf: CivilTime(time.representable))
    }

    private mutating func append(dayOf civil: CivilTime) {
        append(fourDigits: civil.year)
        append(twoDigits: civil.month)
        append(twoDigits: civil.day)
    }

    private mutating func appendClock(_ civil: CivilTime) {
        append(twoDigits: civil.hour)
        append(UInt8(ascii: ":"))
        append(twoDigits: civil.minute)
        append(UInt8(ascii: ":"))
        append(twoDigits: civil.second)
    }

    private mutating func append(fourDigits number: Int) {
        append(twoDigits: number / 100)
        append(twoDigits: number % 100)
    }

    private mutating func append(twoDigits number: Int) {
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}

extension Timestamp: CustomStringConvertible {
    package var description: String {
        var text = ByteBuffer(capacity: 20)
        text.append(rfc3339: self)
        return String(copying: text.span)
    }
}
