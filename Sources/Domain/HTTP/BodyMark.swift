internal import Bytes

/// A body that is being written behind its head.
///
/// Its length is known only when it is finished, so the head ends with a `Content-Length` of three digits, as most answers
/// have; `finish` writes the number, and moves the body where the number is shorter or longer.
package struct BodyMark: ~Copyable {
    /// Where the body begins in the buffer that it is written to.
    package let start: Int
}

extension ByteBuffer {
    private static var lengthDigits: Int { 3 }
    private static var endOfHead: Int { 4 }

    mutating func beginBody() -> BodyMark {
        append("Content-Length: 000\r\n\r\n")
        return BodyMark(start: count)
    }

    mutating func finishBody(_ body: consuming BodyMark) {
        var rest = count - body.start
        let place = body.start - ByteBuffer.endOfHead - ByteBuffer.lengthDigits
        let digits = ByteBuffer.digits(in: rest)
        if digits != ByteBuffer.lengthDigits { resize(place..<place + ByteBuffer.lengthDigits, to: digits) }
        for index in (place..<place + digits).reversed() {
            self[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
    }

    private static func digits(in number: Int) -> Int {
        var digits = 1
        var limit = 10
        while number >= limit {
            digits += 1
            limit *= 10
        }
        return digits
    }
}
