package import Bytes

extension ByteBuffer {
    /// *enc* of the OSS documents: escapes all but the unreserved characters of RFC 3986 as `%XX` in upper
    /// case.
    package mutating func append(percentEncoded text: Span<UInt8>) {
        append(text, escapingAllBut: .unreserved)
    }

    /// *encPath* of the OSS documents: does the same, but keeps `/`.
    package mutating func append(percentEncodedPath text: Span<UInt8>) {
        append(text, escapingAllBut: .unreservedOrSlash)
    }

    package mutating func append(percentEncoded other: borrowing ByteBuffer) {
        append(percentEncoded: other.span)
    }

    private mutating func append(_ text: Span<UInt8>, escapingAllBut kept: ByteClass) {
        var start = 0
        for position in stride(from: 0, to: text.count, by: 16) {
            var marks = text.marks(ofOthersThan: kept, at: position)
            while marks != 0 {
                let index = position + marks.trailingZeroBitCount
                append(text.extracting(start..<index))
                append(UInt8(ascii: "%"))
                append(upperHexDigit: text[index] >> 4)
                append(upperHexDigit: text[index] & 15)
                start = index + 1
                marks &= marks - 1
            }
        }
        append(text.extracting(start..<text.count))
    }

    private mutating func append(upperHexDigit digit: UInt8) {
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") - 10 + digit)
    }

    /// Decodes `%XX`, and a `+` if it stands for a blank.
    ///
    /// Returns `nil` and appends nothing if an escape is invalid.
    package mutating func append(
        percentDecoding text: Span<UInt8>, _ plusIsBlank: Bool = false
    ) -> Range<Int>? {
        let start = count
        var index = 0
        while index < text.count {
            guard text[index] == UInt8(ascii: "%") else {
                let isBlank = plusIsBlank && text[index] == UInt8(ascii: "+")
                append(isBlank ? UInt8(ascii: " ") : text[index])
                index += 1
                continue
            }
            guard index + 2 < text.count, let high = text[index + 1].hexValue,
                let low = text[index + 2].hexValue
            else {
                truncate(to: start)
                return nil
            }
            append(high << 4 | low)
            index += 3
        }
        return start..<count
    }
}
