internal import Bytes
internal import Text

/// What the fields say about where a message ends and whether the connection goes on (RFC 9112, 6 and 9).
struct Framing {
    enum TransferCoding { case chunked, other }

    private(set) var contentLength: Int?
    /// Where it stands.
    private(set) var contentLengthDigits: Range<Int>?
    private(set) var transferCoding: TransferCoding?
    private(set) var asksToClose = false

    mutating func take(_ name: FieldName, _ value: Range<Int>, of head: Span<UInt8>) throws(HTTPError) {
        switch name {
        case .contentLength: try takeContentLength(value, of: head)
        case .transferEncoding: try takeTransferEncoding(value, of: head)
        case .connection: takeConnection(head.extracting(value))
        case .host, .expect: break
        }
    }

    /// A length that was said twice, even twice the same, is refused (RFC 9112, 6.3 allows it).
    private mutating func takeContentLength(_ value: Range<Int>, of head: Span<UInt8>) throws(HTTPError) {
        guard contentLength == nil, transferCoding == nil else {
            throw HTTPError(.conflictingLengths, at: value.lowerBound)
        }
        guard !value.isEmpty, head.endOfRun(of: .digits, in: value) == value.upperBound else {
            throw HTTPError(.malformedContentLength, at: value.lowerBound)
        }
        guard value.count <= HTTPLimit.contentLengthDigits, let length = head.extracting(value).decimalValue
        else {
            throw HTTPError(.contentTooLarge, at: value.lowerBound)
        }
        contentLength = length
        contentLengthDigits = value
    }

    private mutating func takeTransferEncoding(_ value: Range<Int>, of head: Span<UInt8>) throws(HTTPError) {
        guard contentLength == nil else { throw HTTPError(.conflictingLengths, at: value.lowerBound) }
        let isOnlyChunked = transferCoding == nil && head.extracting(value).equalsIgnoringCase("chunked")
        transferCoding = isOnlyChunked ? .chunked : .other
    }

    private mutating func takeConnection(_ options: Span<UInt8>) {
        var start = 0
        while start <= options.count {
            let end = options.firstIndex(of: UInt8(ascii: ","), from: start) ?? options.count
            if options.extracting(start..<end).trimmed.equalsIgnoringCase("close") { asksToClose = true }
            start = end + 1
        }
    }
}

/// The fields of an answer tell its framing and nothing else that matters to its reader.
extension Framing: FieldConsumer {
    mutating func take(_ field: Field, of head: Span<UInt8>) throws(HTTPError) {
        guard let name = FieldName(head.extracting(field.name)) else { return }
        try take(name, field.value, of: head)
    }
}
