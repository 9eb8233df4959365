internal import CVectors

/// Finds the special bytes of a text one after the other.
///
/// Special bytes are often close together, so each search looks at 64 bytes and keeps the result for the next
/// one.
@usableFromInline package struct SpecialBytes {
    @usableFromInline static var block: Int { 64 }

    /// Before the first search no block is known.
    @usableFromInline var start = -SpecialBytes.block
    /// The special bytes in the block that begins at `start`, one bit each.
    @usableFromInline var marks: UInt64 = 0

    package init() {}

    /// Returns the index of the first special byte at or after `position`; the text must be the same in every
    /// call.
    @inlinable @inline(__always)
    package mutating func first(in text: Span<UInt8>, from position: Int) -> Int? {
        let distance = UInt(bitPattern: position &- start)
        if distance < UInt(SpecialBytes.block) {
            let rest = marks &>> UInt64(distance)
            if rest != 0 { return position &+ rest.trailingZeroBitCount }
        }
        return search(text, from: position)
    }

    /// Searches the text itself, from the block after the known one if `position` is in that.
    @usableFromInline mutating func search(_ text: Span<UInt8>, from position: Int) -> Int? {
        let isInBlock = (start..<start + SpecialBytes.block).contains(position)
        var position = isInBlock ? start + SpecialBytes.block : position
        while position < text.count {
            start = position & ~(SpecialBytes.block - 1)
            marks = text.specialMarks(ofBlockAt: start)
            let rest = marks &>> UInt64(position - start)
            if rest != 0 { return position + rest.trailingZeroBitCount }
            position = start + SpecialBytes.block
        }
        return nil
    }
}

// A special byte is a control character, a quote, a backslash or not ASCII. The JSON reader stops at each of
// these, and the writer at all but the last; most texts contain none.
extension Span<UInt8> {
    /// Whether no byte is special.
    package var isPlain: Bool {
        guard count >= 16 else { return isPlainAndShort }
        var position = 0
        while position < count {
            // The last sixteen overlap with the ones before, so that no byte is left over.
            guard unsafe special(at: Swift.min(position, count - 16)) == 0 else { return false }
            position += 16
        }
        return true
    }

    private var isPlainAndShort: Bool {
        guard count >= 8 else { return specialMarks(ofRestAt: 0) == 0 }
        var words = unsafe (word(at: 0), word(at: count - 8))
        return unsafe vectors_special(&words) == 0
    }

    /// Returns a bit for each special byte of the 64 at `start`, the lowest for the first, and none for bytes
    /// after the end.
    fileprivate func specialMarks(ofBlockAt start: Int) -> UInt64 {
        guard start <= count - 64 else { return specialMarks(ofShortBlockAt: start) }
        return unsafe withUnsafeBufferPointer { bytes in
            unsafe vectors_special_block(bytes.baseAddress.unsafelyUnwrapped + start)
        }
    }

    private func specialMarks(ofShortBlockAt start: Int) -> UInt64 {
        var marks: UInt64 = 0
        var part = 0
        while start + part <= count - 16 {
            marks |= unsafe UInt64(special(at: start + part)) << UInt64(part)
            part += 16
        }
        guard count >= 16 else { return specialMarks(ofRestAt: start) }
        // The last sixteen, without the bytes already examined.
        let rest = unsafe special(at: count - 16) >> UInt16(16 - (count - start - part))
        return marks | UInt64(rest) << UInt64(part)
    }

    /// Does the same for the last few bytes.
    private func specialMarks(ofRestAt start: Int) -> UInt64 {
        var marks: UInt64 = 0
        for position in start..<Swift.max(start, count) where self[position].isSpecial {
            marks |= 1 << UInt64(position - start)
        }
        return marks
    }

    @unsafe private func special(at offset: Int) -> UInt16 {
        precondition(offset >= 0 && offset <= count - 16)
        return unsafe withUnsafeBytes { bytes in
            unsafe vectors_special(bytes.baseAddress.unsafelyUnwrapped + offset)
        }
    }

    @unsafe private func word(at offset: Int) -> UInt64 {
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
}

extension UInt8 {
    fileprivate var isSpecial: Bool {
        self < 0x20 || self >= 0x7F || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
    }
}
