// In a file of its own: the compiler inlines nothing of a file that imports C into other modules.
internal import CVectors

extension ByteBuffer {
    /// Appends two lower-case digits per byte.
    package mutating func append(hex bytes: Span<UInt8>) {
        reserve(2 * bytes.count)
        var index = 0
        while index <= bytes.count - 16 {
            unsafe bytes.withUnsafeBufferPointer { source in
                unsafe vectors_hex(source.baseAddress.unsafelyUnwrapped + index, base + length)
            }
            length += 32
            index += 16
        }
        while index < bytes.count {
            append(hexDigit: bytes[index] >> 4)
            append(hexDigit: bytes[index] & 15)
            index += 1
        }
    }

    private mutating func append(hexDigit digit: UInt8) {
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
}
