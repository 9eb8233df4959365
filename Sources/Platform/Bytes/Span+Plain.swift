internal import CVectors

// Special is what is more than itself in a text: a control character, a quote, a backslash, or a part of a character
// beyond ASCII. JSON stops at each of these when it is read and, the last aside, when it is written; most texts have none.
extension Span<UInt8> {
    /// Whether none of the bytes is special.
    package var isPlain: Bool {
        guard count >= 16 else { return isPlainAndShort }
        var position = 0
        while position < count {
            // The last sixteen overlap with those before, so that nothing is left over.
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

    /// A bit for each special byte of the 64 that begin at `start`, the lowest for the first; behind the end there is none.
    func specialMarks(ofBlockAt start: Int) -> UInt64 {
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
        // The last sixteen, without those that were looked at.
        let rest = unsafe special(at: count - 16) >> UInt16(16 - (count - start - part))
        return marks | UInt64(rest) << UInt64(part)
    }

    /// The same for the last few bytes.
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
