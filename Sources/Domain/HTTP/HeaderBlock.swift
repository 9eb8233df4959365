internal import Bytes
internal import Text

/// Where in a message its fields stand; they were checked when the head was decoded.
package struct HeaderBlock: Equatable, Sendable {
    package let range: Range<Int>

    /// The first value of the field, without blanks around it; `name` is written in lower case.
    package func firstValue(of name: StaticString, in message: Span<UInt8>) -> Range<Int>? {
        var lines = LineReader(message.extracting(first: range.upperBound), from: range.lowerBound)
        while let line = try? lines.next() {
            guard let field = try? Field(line, of: message) else { return nil }
            if message.extracting(field.name).equalsIgnoringCase(name) { return field.value }
        }
        return nil
    }
}
