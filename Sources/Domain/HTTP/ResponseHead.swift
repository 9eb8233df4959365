internal import Bytes
internal import Text

/// An answer up to its body; all ranges count from the start of the answer.
package struct ResponseHead: Equatable, Sendable {
    /// Any code of three digits: a server may send more than `Status` knows.
    package let status: Int
    package let headers: HeaderBlock
    /// Where the body begins.
    package let length: Int
    /// What the header says; an answer to HEAD has it without having a body.
    package let contentLength: Int?
    package let isChunked: Bool
    package let keepAlive: Bool
}

extension ResponseHead {
    /// How the body of an answer ends (RFC 9112, 6.3).
    package enum Body: Equatable, Sendable {
        case bytes(Int)
        case chunked, untilClose
    }

    /// What follows the head of an answer to a request with this method.
    package func body(answering method: Method) -> Body {
        if method == .head || status < 200 || status == 204 || status == 304 { return .bytes(0) }
        if isChunked { return .chunked }
        return contentLength.map { .bytes($0) } ?? .untilClose
    }
}

extension ResponseHead {
    /// Decodes the answer that `input` begins with; `nil`: more bytes must come.
    ///
    /// `scan` belongs to the connection and is ready for its next answer when this one was decoded.
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
