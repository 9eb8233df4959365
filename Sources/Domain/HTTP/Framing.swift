package import Bytes
internal import Text

/// The fields that decide the end of a message and of its connection (RFC 9112, 6 and 9).
struct Framing {
    enum TransferCoding { case chunked, other }

    private(set) var contentLength: Int?
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

    /// Rejects a second length even when it is equal, although RFC 9112, 6.3 would allow it.
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

/// A reader of answers needs their framing and no other field.
extension Framing: FieldConsumer {
    mutating func take(_ field: Field, of head: Span<UInt8>) throws(HTTPError) {
        guard let name = FieldName(head.extracting(field.name)) else { return }
        try take(name, field.value, of: head)
    }
}

/// Decodes a chunked body (RFC 9112, 7.1) from pieces of any size.
package struct ChunkedBody: Sendable {
    private enum State: Equatable {
        case size(Int, hasDigits: Bool)
        /// The rest of the line after the size, such as chunk extensions, is ignored.
        case sizeEnd(Int)
        case content(Int)
        case contentEnd
        /// The fields after the last chunk; `isEmpty`: the line is empty so far.
        case trailer(isEmpty: Bool)
        case ended
    }

    private static let longestLine = 4_096

    private var state = State.size(0, hasDigits: false)
    /// The bytes of framing since the last content.
    private var framing = 0

    package init() {}

    package var hasEnded: Bool { state == .ended }

    /// Appends the content of the next bytes to `output`; ignores bytes after the end of the body.
    package mutating func decode(_ input: Span<UInt8>, into output: inout ByteBuffer) throws(HTTPError) {
        var trailer = ByteBuffer(capacity: 16)
        try decode(input, into: &output, trailer: &trailer)
    }

    /// The same, and appends the fields after the last chunk to `trailer`, a line for each.
    package mutating func decode(
        _ input: Span<UInt8>, into output: inout ByteBuffer, trailer: inout ByteBuffer
    ) throws(HTTPError) {
        var index = 0
        while index < input.count, !hasEnded {
            if case .content(let left) = state {
                let count = min(left, input.count - index)
                output.append(input.extracting(index..<index + count))
                index += count
                state = count == left ? .contentEnd : .content(left - count)
                framing = 0
            } else {
                try take(input[index], at: index)
                if case .trailer(let isEmpty) = state, !isEmpty || trailer.hasUnfinishedLine {
                    trailer.append(isEmpty ? .lineFeed : input[index])
                }
                index += 1
            }
        }
    }

    private mutating func take(_ byte: UInt8, at index: Int) throws(HTTPError) {
        framing += 1
        guard framing <= ChunkedBody.longestLine else { throw HTTPError(.headTooLarge, at: index) }
        let endsLine = byte == .lineFeed
        switch state {
        case .size(let size, let hasDigits):
            if let digit = byte.hexValue, size < 1 << 40 {
                state = .size(size * 16 + Int(digit), hasDigits: true)
            } else {
                guard hasDigits, byte == .carriageReturn || byte == UInt8(ascii: ";") || byte.isBlank else {
                    throw HTTPError(.malformedField, at: index)
                }
                state = .sizeEnd(size)
            }
        case .sizeEnd(let size):
            if endsLine { state = size == 0 ? .trailer(isEmpty: true) : .content(size) }
        case .contentEnd:
            guard endsLine || byte == .carriageReturn else { throw HTTPError(.malformedField, at: index) }
            if endsLine { state = .size(0, hasDigits: false) }
        case .trailer(let isEmpty):
            if endsLine {
                state = isEmpty ? .ended : .trailer(isEmpty: true)
            } else if byte != .carriageReturn {
                state = .trailer(isEmpty: false)
            }
        case .content, .ended: break
        }
    }
}

extension ByteBuffer {
    fileprivate var hasUnfinishedLine: Bool { count > 0 && self[count - 1] != .lineFeed }
}
