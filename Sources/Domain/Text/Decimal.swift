package import Bytes

extension ByteBuffer {
    package mutating func append(decimal number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(decimal: number.magnitude)
    }

    package mutating func append(decimal number: UInt) {
        guard number >= 100_000_000 else { return append(shortDecimal: number) }
        // From the last digit, since division by a constant is cheap.
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

    /// Most numbers have a few digits, which fit in one word, the last digit first.
    private mutating func append(shortDecimal number: UInt) {
        var digits: UInt64 = 0
        var length = 0
        var rest = number
        repeat {
            digits = digits &<< 8 | UInt64(UInt8(ascii: "0")) + UInt64(rest % 10)
            rest /= 10
            length += 1
        } while rest > 0
        append(eight: digits)
        truncate(to: count - 8 + length)
    }
}
