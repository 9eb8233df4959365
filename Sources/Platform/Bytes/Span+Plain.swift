extension Span<UInt8> {
    /// Where at or after `start` the first byte stands that is more than itself in a text: a control character, a quote,
    /// a backslash, or a part of a character beyond ASCII.
    ///
    /// JSON stops at each of these when it is read and, the last aside, when it is written; most texts have none.
    @inlinable @inline(__always) package func firstSpecial(from start: Int = 0) -> Int? {
        var position = start
        while position <= count - 16 {
            let vector = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self)
            if let place = vector.firstSpecial { return position + place }
            position += 16
        }
        if position <= count - 8 {
            // What the two words share was found in the first one.
            let vector = unsafe SIMD16(words: word(at: position), word(at: count - 8))
            guard let place = vector.firstSpecial else { return nil }
            return place < 8 ? position + place : count - 16 + place
        }
        while position < count {
            if self[position].isSpecial { return position }
            position += 1
        }
        return nil
    }

    @unsafe @inlinable func word(at offset: Int) -> UInt64 {
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    /// Whether the bytes are ASCII that means nothing but itself.
    @inlinable package var isPlain: Bool { firstSpecial() == nil }
}

extension UInt8 {
    @inlinable var isSpecial: Bool {
        self < 0x20 || self >= 0x7F || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
    }
}

extension SIMD16<UInt8> {
    @inlinable init(words low: UInt64, _ high: UInt64) {
        self = unsafe unsafeBitCast((low, high), to: Self.self)
    }

    /// The place of the first special byte.
    ///
    /// In additions and not in comparisons, which the standard library makes lane by lane. They set the highest bit of a
    /// lane that is special, and of no other.
    @inlinable var firstSpecial: Int? {
        let isLow = (self &- .all(0x20)) & ~self
        let isHigh = (self &+ .all(1)) | self
        let marks = isLow | isHigh | marks(of: UInt8(ascii: "\"")) | marks(of: UInt8(ascii: "\\"))
        let (low, high) = unsafe unsafeBitCast(marks & .all(0x80), to: (UInt64, UInt64).self)
        // Chosen and not branched: nobody foresees in which half a text ends.
        let word = low == 0 ? high : low
        guard word != 0 else { return nil }
        return word.littleEndian.trailingZeroBitCount / 8 + (low == 0 ? 8 : 0)
    }

    /// The highest bit of each lane that becomes 0 when the wanted byte is taken out of it.
    @inlinable func marks(of byte: UInt8) -> Self {
        let rest = self ^ .all(byte)
        return (rest &- .all(1)) & ~rest
    }

    @inlinable static func all(_ byte: UInt8) -> Self { Self(repeating: byte) }
}
