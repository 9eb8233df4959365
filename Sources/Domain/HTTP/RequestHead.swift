internal import Bytes

/// A request up to its body; all ranges count from the start of the request.
package struct RequestHead: Equatable, Sendable {
    package let method: Method
    /// As it was sent, with its escapes; `*` is possible with OPTIONS.
    package let path: Range<Int>
    /// Without the question mark; empty when there is none.
    package let query: Range<Int>
    /// `nil` is possible in HTTP/1.0 only.
    package let host: Range<Int>?
    package let headers: HeaderBlock
    /// Where the body begins.
    package let length: Int
    package private(set) var contentLength: Int
    /// Where that is said; empty where it is not.
    let contentLengthDigits: Range<Int>
    /// Whether another request may follow; HTTP/1.0 is not offered that.
    package let keepAlive: Bool
    /// Whether the client waits for `100 Continue` before it sends the body.
    package let expectsContinue: Bool

    /// Where the body ends and the next request begins.
    package var messageLength: Int { length + contentLength }

    /// The same head before another body; both are there.
    func withBody(ofLength length: Int) -> RequestHead? {
        guard contentLength > 0, length > 0 else { return nil }
        var head = self
        head.contentLength = length
        return head
    }
}

extension RequestHead {
    /// Decodes the request that `input` begins with; `nil`: more bytes must come.
    ///
    /// `scan` belongs to the connection and is ready for its next request when this one was decoded.
    package static func decode(_ input: Span<UInt8>, _ scan: inout HeadScan) throws(HTTPError) -> RequestHead?
    {
        try scan.decode(input, with: parse)
    }

    /// One empty line before the request is skipped (RFC 9112, 2.2).
    private static func parse(_ head: Span<UInt8>) throws(HTTPError) -> RequestHead? {
        var lines = LineReader(head, from: head.hasPrefix("\r\n") ? 2 : 0)
        guard let first = try lines.next() else { return nil }
        let line = try RequestLine(first, of: head)
        var fields = RequestFields()
        guard let headers = try lines.fields(into: &fields) else { return nil }
        return try RequestHead(line, fields, headers, length: lines.position)
    }

    private init(_ line: RequestLine, _ fields: RequestFields, _ headers: HeaderBlock, length: Int)
        throws(HTTPError)
    {
        let isHTTP11 = line.version == .http11
        if isHTTP11, fields.host == nil { throw HTTPError(.missingHost, at: headers.range.lowerBound) }
        // RFC 9112, 6.1 leaves the choice: who sends small JSON knows its length, and one framing cannot contradict itself.
        switch fields.framing.transferCoding {
        case .chunked: throw HTTPError(.lengthRequired, at: headers.range.lowerBound)
        case .other: throw HTTPError(.unsupportedTransferCoding, at: headers.range.lowerBound)
        case nil: break
        }
        method = line.method
        path = line.target.path
        query = line.target.query
        host = fields.host
        self.headers = headers
        self.length = length
        contentLength = fields.framing.contentLength ?? 0
        contentLengthDigits = fields.framing.contentLengthDigits ?? 0..<0
        keepAlive = isHTTP11 && !fields.framing.asksToClose
        // RFC 9110, 10.1.1: HTTP/1.0 cannot mean it, and without a body there is nothing to wait for.
        expectsContinue = isHTTP11 && fields.expectsContinue && contentLength > 0
    }
}
