internal import Bytes

/// A body that is being written behind its head.
///
/// Its length is known only when it is finished, so the head ends with a `Content-Length` of ten blanks, which are
/// legal before a value (RFC 9110, 5.6.3), and `finish` writes the digits into them: no second buffer, no moving.
package struct BodyMark: ~Copyable {
    /// Where the body begins in the buffer that it is written to.
    package let start: Int
}

extension ByteBuffer {
    private static var lengthDigits: Int { 10 }

    mutating func beginBody() -> BodyMark {
        append("Content-Length:           \r\n\r\n")
        return BodyMark(start: count)
    }

    mutating func finishBody(_ body: consuming BodyMark) {
        var rest = count - body.start
        var index = body.start - 5
        repeat {
            self[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
            index -= 1
        } while rest > 0
        precondition(index >= body.start - 5 - ByteBuffer.lengthDigits, "a body of ten gigabytes in memory")
    }
}
