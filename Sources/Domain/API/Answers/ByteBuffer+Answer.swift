internal import Bytes
internal import JSON
internal import Text
internal import Time

// The members that several answers share.
extension ByteBuffer {
    mutating func member(_ name: StaticString, plain text: borrowing ByteBuffer) {
        self.name(name)
        value(plain: text)
    }

    mutating func member(_ name: StaticString, orNull time: Timestamp?) {
        self.name(name)
        guard let time else { return null() }
        append(UInt8(ascii: "\""))
        append(rfc3339: time)
        append(UInt8(ascii: "\""))
    }
}
