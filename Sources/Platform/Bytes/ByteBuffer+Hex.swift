extension ByteBuffer {
    /// Appends two digits for each byte, the letters in lower case.
    package mutating func append(hex bytes: Span<UInt8>) {
        reserve(2 * bytes.count)
        var index = 0
        while index <= bytes.count - 16 {
            let sixteen = unsafe bytes.bytes.unsafeLoadUnaligned(
                fromByteOffset: index, as: SIMD16<UInt8>.self)
            append(digitsOf: sixteen)
            index += 16
        }
        while index < bytes.count {
            append(hexDigit: bytes[index] >> 4)
            append(hexDigit: bytes[index] & 15)
            index += 1
        }
    }

    private mutating func append(digitsOf bytes: SIMD16<UInt8>) {
        var halves = SIMD32<UInt8>()
        halves.evenHalf = bytes &>> .all(4)
        halves.oddHalf = bytes & .all(15)
        reserve(32)
        let place = unsafe UnsafeMutableRawPointer(base + length)
        unsafe place.storeBytes(of: halves.lowHalf.hexDigits, as: SIMD16<UInt8>.self)
        unsafe place.storeBytes(of: halves.highHalf.hexDigits, toByteOffset: 16, as: SIMD16<UInt8>.self)
        length += 32
    }

    private mutating func append(hexDigit digit: UInt8) {
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
}

extension SIMD16<UInt8> {
    /// The digit of each lane; the sum with 6 says which are letters.
    fileprivate var hexDigits: Self {
        let isLetter = SIMD16() &- ((self &+ .all(6)) &>> .all(4))
        return self &+ .all(UInt8(ascii: "0")) &+ (isLetter & .all(UInt8(ascii: "a") - UInt8(ascii: "9") - 1))
    }

    fileprivate static func all(_ byte: UInt8) -> Self { Self(repeating: byte) }
}
