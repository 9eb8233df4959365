package import Bytes
internal import Text

extension ByteBuffer {
    /// Appends UTF-8 text with every control character escaped but the line end.
    ///
    /// It creates no string, because the text may be a secret.
    package mutating func append(visibleLines bytes: Span<UInt8>) {
        var start = 0
        while start < bytes.count {
            let rest = bytes.extracting(start...)
            do throws(UTF8.ValidationError) {
                return append(visibleLines: try UTF8Span(validating: rest))
            } catch {
                let invalid = error.byteOffsets
                append(visibleLines: rest.extracting(..<invalid.lowerBound))
                for index in invalid { append("\\x\(String(rest[index], radix: 16))") }
                start += invalid.upperBound
            }
        }
    }

    private mutating func append(visibleLines text: UTF8Span) {
        var scalars = text.makeUnicodeScalarIterator()
        var start = 0
        while let scalar = scalars.next() {
            let end = scalars.currentCodeUnitOffset
            if scalar.isInvisible, scalar != "\n" {
                append("\\u{\(String(scalar.value, radix: 16))}")
            } else {
                append(text.span.extracting(start..<end))
            }
            start = end
        }
    }
}
