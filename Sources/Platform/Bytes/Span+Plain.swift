extension Span<UInt8> {
    /// Where at or after `start` the first byte stands that is more than itself in a text: a control character, a quote,
    /// a backslash, or a part of a character beyond ASCII.
    ///
    /// JSON stops at each of these when it is read and, the last aside, when it is written; most texts have none.
    @inlinable package func firstSpecial(from start: Int = 0) -> Int? {
        var position = start
        while position <= count - 8 {
            let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
            let marks = UInt64(littleEndian: word).specialMarks
            if marks != 0 { return position + marks.trailingZeroBitCount / 8 }
            position += 8
        }
        while position < count {
            if self[position].isSpecial { return position }
            position += 1
        }
        return nil
    }

    /// Whether the bytes are ASCII that means nothing but itself.
    @inlinable package var isPlain: Bool { firstSpecial() == nil }
}

extension UInt8 {
    @inlinable var isSpecial: Bool {
        self < 0x20 || self >= 0x7F || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
    }
}

extension UInt64 {
    /// The highest bit of the first special byte; above it there may be false ones, since a borrow spoils what follows.
    @inlinable var specialMarks: UInt64 {
        let isLow = (self &- .eight(0x20)) & ~self
        return
            (isLow | marks(of: 0x7F) | marks(of: UInt8(ascii: "\"")) | marks(of: UInt8(ascii: "\\")) | self)
            & .eight(0x80)
    }

    /// The highest bit of each byte that becomes 0 when the wanted one is taken out of it.
    @inlinable func marks(of byte: UInt8) -> UInt64 {
        let rest = self ^ .eight(byte)
        return (rest &- .eight(1)) & ~rest
    }

    /// The same byte eight times.
    @inlinable static func eight(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }
}
