internal import Bytes
internal import Text

/// The ranges of the name and the value of a field in a head (RFC 9112, 5).
package struct Field {
    package let name: Range<Int>
    package let value: Range<Int>

    /// Rejects a line that continues the previous one, because it has no name, and a blank before the colon.
    ///
    /// Only attempts at request smuggling send either.
    init(_ line: Range<Int>, of head: Span<UInt8>) throws(HTTPError) {
        let colon = head.endOfRun(of: .token, mostly: .word, in: line)
        guard colon > line.lowerBound, colon < line.upperBound, head[colon] == UInt8(ascii: ":") else {
            throw HTTPError(.malformedField, at: colon)
        }
        name = line.lowerBound..<colon
        value = head.trimming(colon + 1..<line.upperBound)
    }
}

/// The names of the fields that decide how a message is read.
enum FieldName {
    case host, expect, connection, contentLength, transferEncoding

    init?(_ name: Span<UInt8>) {
        switch name.count {
        case 4 where name.equalsIgnoringCase("host"): self = .host
        case 6 where name.equalsIgnoringCase("expect"): self = .expect
        case 10 where name.equalsIgnoringCase("connection"): self = .connection
        case 14 where name.equalsIgnoringCase("content-length"): self = .contentLength
        case 17 where name.equalsIgnoringCase("transfer-encoding"): self = .transferEncoding
        default: return nil
        }
    }
}

/// The range of the fields in a message; decoding the head has checked them.
package struct HeaderBlock: Equatable, Sendable {
    package let range: Range<Int>

    /// The first value of the field, without surrounding blanks; `name` must be in lower case.
    package func firstValue(of name: StaticString, in message: Span<UInt8>) -> Range<Int>? {
        var lines = LineReader(message.extracting(first: range.upperBound), from: range.lowerBound)
        while let line = try? lines.next() {
            guard let field = try? Field(line, of: message) else { return nil }
            if message.extracting(field.name).equalsIgnoringCase(name) { return field.value }
        }
        return nil
    }
}

/// Reads the fields of a head that was decoded, one by one.
package struct FieldReader: ~Escapable {
    private var lines: LineReader
    private let message: Span<UInt8>

    @_lifetime(copy message)
    package init(_ block: HeaderBlock, in message: Span<UInt8>) {
        lines = LineReader(message.extracting(first: block.range.upperBound), from: block.range.lowerBound)
        self.message = message
    }

    /// `nil` after the last one.
    @_lifetime(self: copy self)
    package mutating func next() -> Field? {
        guard let line = try? lines.next() else { return nil }
        return try? Field(line, of: message)
    }
}

/// Receives the fields of a head in their order.
protocol FieldConsumer {
    mutating func take(_ field: Field, of head: Span<UInt8>) throws(HTTPError)
}
