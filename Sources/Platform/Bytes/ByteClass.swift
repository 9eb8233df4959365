internal import CVectors
internal import Glibc

/// A set of bytes that long runs consist of, tested sixteen bytes at a time.
package enum ByteClass {
    /// Characters that a URL never escapes (RFC 3986, 2.3).
    case unreserved
    case unreservedOrSlash
    /// Letters, digits and dashes.
    case word
    case lowerWord
    /// All but control characters; the tab is allowed.
    case line
    /// The white space between the values of JSON.
    case whiteSpace
}

extension Span<UInt8> {
    /// Returns the index of the first byte in `range` outside the class, or the end of `range`.
    ///
    /// Call it on the whole text rather than on a part: there are usually sixteen bytes to load after the end
    /// of the part.
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

    /// Returns a bit for each of the sixteen bytes at `position` that is outside the class, the lowest for
    /// the first.
    package func marks(ofOthersThan kind: ByteClass, at position: Int) -> UInt16 {
        precondition(position >= 0 && position < count)
        let marks = unsafe others(than: kind, at: position)
        let length = count - position
        return length < 16 ? marks & (1 << UInt16(length) - 1) : marks
    }

    package func isAll(_ kind: ByteClass) -> Bool {
        endOfRun(of: kind, in: 0..<count) == count
    }

    /// Does the same, but may set bits for bytes after the end.
    @unsafe private func others(than kind: ByteClass, at position: Int) -> UInt16 {
        unsafe withUnsafeBufferPointer { bytes in
            let base = unsafe bytes.baseAddress.unsafelyUnwrapped
            guard count >= 16 else {
                var copy: (UInt64, UInt64) = (0, 0)
                unsafe memcpy(&copy, base + position, count - position)
                return unsafe kind.others(&copy)
            }
            // Load the last sixteen bytes at most, and shift out those before `position`.
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
        case .whiteSpace: unsafe vectors_no_white_space(sixteen)
        }
    }
}

extension Span<UInt8> {
    /// Whether all bytes are printable ASCII other than spaces, as in one word of a header.
    package var isVisibleASCII: Bool {
        for index in 0..<count where !(0x21...0x7E).contains(self[index]) { return false }
        return true
    }

    /// Returns the index of the first control character other than tab at or after `start`.
    ///
    /// Text protocols end their lines with one and allow no other, so this both finds the end of a line and
    /// checks the line.
    package func firstControl(from start: Int) -> Int? {
        let end = endOfRun(of: .line, in: start..<count)
        return end < count ? end : nil
    }
}
