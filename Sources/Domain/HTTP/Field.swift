internal import Bytes
internal import Text

/// Where in a head one field has its name and its value (RFC 9112, 5).
struct Field {
    let name: Range<Int>
    let value: Range<Int>

    /// A line that continues the one before begins with a blank, so it has no name and is refused like a blank before
    /// the colon: nobody sends either, but those who smuggle.
    init(_ line: Range<Int>, of head: Span<UInt8>) throws(HTTPError) {
        let colon = head.endOfRun(of: .token, mostly: .word, in: line)
        guard colon > line.lowerBound, colon < line.upperBound, head[colon] == UInt8(ascii: ":") else {
            throw HTTPError(.malformedField, at: colon)
        }
        name = line.lowerBound..<colon
        value = head.trimming(colon + 1..<line.upperBound)
    }
}

/// The fields that decide how a message is read.
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
