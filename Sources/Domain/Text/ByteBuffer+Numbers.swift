package import Bytes

extension ByteBuffer {
    /// Appends a whole number in decimal digits.
    package mutating func append(decimal number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(decimal: number.magnitude)
    }

    package mutating func append(decimal number: UInt) {
        // Backwards, since dividing by a constant is cheap.
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var start = digits.count
        var rest = number
        repeat {
            start -= 1
            digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        append(digits.span.extracting(droppingFirst: start))
    }

    package mutating func append(hex bytes: Span<UInt8>) {
        var index = 0
        while index + 4 <= bytes.count {
            append(eight: hexDigits(bytes[index], bytes[index + 1], bytes[index + 2], bytes[index + 3]))
            index += 4
        }
        while index < bytes.count {
            append(lowerHexDigit: bytes[index] >> 4)
            append(lowerHexDigit: bytes[index] & 15)
            index += 1
        }
    }

    /// All eight digits are made at once, each in a byte of its own; the sum with 6 says which are letters.
    private func hexDigits(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) -> UInt64 {
        let bytes = UInt64(first) | UInt64(second) << 16 | UInt64(third) << 32 | UInt64(fourth) << 48
        let digits = (bytes >> 4 & 0x000F_000F_000F_000F) | (bytes & 0x000F_000F_000F_000F) << 8
        let letters = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return digits &+ 0x3030_3030_3030_3030 &+ letters &* UInt64(UInt8(ascii: "a") - UInt8(ascii: "9") - 1)
    }

    private mutating func append(lowerHexDigit digit: UInt8) {
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
}
