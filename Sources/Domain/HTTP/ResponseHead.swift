internal import Text

/// An answer up to its body; all ranges are relative to the start of the answer.
package struct ResponseHead: Equatable, Sendable {
    /// Any code from 100 to 599: a server may send codes that `Status` does not have.
    package let status: Int
    package let headers: HeaderBlock
    /// The length of the head, so also the position of the body.
    package let length: Int
    /// The value of `Content-Length`; an answer to HEAD has it without a body.
    package let contentLength: Int?
    package let isChunked: Bool
    package let keepAlive: Bool

    /// How the body of an answer ends (RFC 9112, 6.3).
    package enum Body: Equatable, Sendable {
        case bytes(Int)
        case chunked, untilClose
    }

    /// The body of an answer to a request with this method.
    package func body(answering method: Method) -> Body {
        if method == .head || status < 200 || status == 204 || status == 304 { return .bytes(0) }
        if isChunked { return .chunked }
        return contentLength.map { .bytes($0) } ?? .untilClose
    }

    /// Decodes the answer at the start of `input`; `nil` when it is incomplete.
    ///
    /// `scan` belongs to the connection; decoding an answer resets it for the next one.
    package static func decode(_ input: Span<UInt8>, _ scan: inout HeadScan) throws(HTTPError)
        -> ResponseHead?
    {
        try scan.decode(input, with: parse)
    }

    private static func parse(_ head: Span<UInt8>) throws(HTTPError) -> ResponseHead? {
        var lines = LineReader(head)
        guard let first = try lines.next() else { return nil }
        let line = try StatusLine(first, of: head)
        var framing = Framing()
        guard let headers = try lines.fields(into: &framing) else { return nil }
        guard framing.transferCoding != .other else {
            throw HTTPError(.unsupportedTransferCoding, at: headers.range.lowerBound)
        }
        return ResponseHead(
            status: line.code, headers: headers, length: lines.position, contentLength: framing.contentLength,
            isChunked: framing.transferCoding == .chunked,
            keepAlive: line.version == .http11 && !framing.asksToClose)
    }
}

/// `HTTP/1.1 200 OK` (RFC 9112, 4); the reason may be empty, but the space before it is required.
private struct StatusLine {
    let version: ProtocolVersion
    let code: Int

    init(_ line: Range<Int>, of head: Span<UInt8>) throws(HTTPError) {
        let start = line.lowerBound
        guard line.count >= 13, let version = try ProtocolVersion(start..<start + 8, of: head),
            head[start + 8] == .space, head[start + 12] == .space,
            let code = head.extracting(start + 9..<start + 12).decimalValue, (100...599).contains(code)
        else { throw HTTPError(.malformedStatusLine, at: start) }
        self.version = version
        self.code = code
    }
}
