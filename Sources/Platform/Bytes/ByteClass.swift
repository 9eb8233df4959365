internal import CVectors
internal import Glibc

/// Sets of bytes that long runs are made of, which are therefore looked at by sixteen.
package enum ByteClass {
    /// What no URL escapes (RFC 3986, 2.3).
    case unreserved
    case unreservedOrSlash
    /// Letters, digits and dashes.
    case word
    case lowerWord
    /// All but control characters; a tab is none.
    case line
}

extension Span<UInt8> {
    /// Where in `range` the first byte stands that is not of the class; the end of `range` when there is none.
    ///
    /// Ask the text and not a part of it: behind the end of the part there mostly is enough to look at sixteen.
    package func endOfRun(of kind: ByteClass, in range: Range<Int>) -> Int {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        var position = range.lowerBound
        while position < range.upperBound {
            let others = unsafe others(than: kind, at: position)
            if others != 0 { return Swift.min(position + others.trailingZeroBitCount, range.upperBound) }
            position += 16
        }
        return range.upperBound
    }

    /// A bit for each byte that is not of the class, of the sixteen at `position`, the lowest for the first.
    package func marks(ofOthersThan kind: ByteClass, at position: Int) -> UInt16 {
        precondition(position >= 0 && position < count)
        let marks = unsafe others(than: kind, at: position)
        let length = count - position
        return length < 16 ? marks & (1 << UInt16(length) - 1) : marks
    }

    package func isAll(_ kind: ByteClass) -> Bool {
        endOfRun(of: kind, in: 0..<count) == count
    }

    /// A bit for each byte that is not of the class, of the sixteen at `position`; perhaps none for those behind the end.
    @unsafe private func others(than kind: ByteClass, at position: Int) -> UInt16 {
        unsafe withUnsafeBufferPointer { bytes in
            let base = unsafe bytes.baseAddress.unsafelyUnwrapped
            guard count >= 16 else {
                var copy: (UInt64, UInt64) = (0, 0)
                unsafe memcpy(&copy, base + position, count - position)
                return unsafe kind.others(&copy)
            }
            // Not beyond the last sixteen, of which those before `position` are shifted out.
            let start = Swift.min(position, count - 16)
            return unsafe kind.others(base + start) &>> UInt16(position - start)
        }
    }
}

extension ByteClass {
    @unsafe @inline(__always) fileprivate func others(_ sixteen: UnsafeRawPointer) -> UInt16 {
        switch self {
        case .unreserved: unsafe vectors_reserved(sixteen)
        case .unreservedOrSlash: unsafe vectors_reserved_but_slash(sixteen)
        case .word: unsafe vectors_no_word(sixteen)
        case .lowerWord: unsafe vectors_no_lower_word(sixteen)
        case .line: unsafe vectors_no_line(sixteen)
        }
    }
}
