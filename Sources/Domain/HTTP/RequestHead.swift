internal import Bytes
internal import Text

/// A request up to its body; all ranges are relative to the start of the request.
package struct RequestHead: Equatable, Sendable {
    package let method: Method
    /// As it was sent, with its escapes; `*` is possible with OPTIONS.
    package let path: Range<Int>
    /// Without the question mark; empty when there is none.
    package let query: Range<Int>
    /// `nil` is possible in HTTP/1.0 only.
    package let host: Range<Int>?
    package let headers: HeaderBlock
    /// The length of the head, so also the position of the body.
    package let length: Int
    package let contentLength: Int
    /// Whether the body comes in chunks; only a proxy asks for such requests.
    package let isChunked: Bool
    /// Whether another request may follow; never with HTTP/1.0.
    package let keepAlive: Bool
    /// Whether the client waits for `100 Continue` before it sends the body.
    package let expectsContinue: Bool

    /// The length of the whole request, so also the position of the next one.
    package var messageLength: Int { length + contentLength }
}

extension RequestHead {
    /// Decodes the request at the start of `input`; `nil` when it is incomplete.
    ///
    /// `scan` belongs to the connection; decoding a request resets it for the next one.
    package static func decode(_ input: Span<UInt8>, _ scan: inout HeadScan) throws(HTTPError) -> RequestHead?
    {
        try scan.decode(input) { head throws(HTTPError) in try parse(head, takesChunks: false) }
    }

    /// The same for a proxy, which takes a chunked body too.
    package static func decodeForProxy(
        _ input: Span<UInt8>, _ scan: inout HeadScan
    ) throws(HTTPError) -> RequestHead? {
        try scan.decode(input) { head throws(HTTPError) in try parse(head, takesChunks: true) }
    }

    /// Skips one empty line before the request (RFC 9112, 2.2).
    private static func parse(_ head: Span<UInt8>, takesChunks: Bool) throws(HTTPError) -> RequestHead? {
        var lines = LineReader(head, from: head.hasPrefix("\r\n") ? 2 : 0)
        guard let first = try lines.next() else { return nil }
        let line = try RequestLine(first, of: head)
        var fields = RequestFields()
        guard let headers = try lines.fields(into: &fields) else { return nil }
        return try RequestHead(line, fields, headers, length: lines.position, takesChunks: takesChunks)
    }

    private init(
        _ line: RequestLine, _ fields: RequestFields, _ headers: HeaderBlock, length: Int, takesChunks: Bool
    ) throws(HTTPError) {
        let isHTTP11 = line.version == .http11
        if isHTTP11, fields.host == nil { throw HTTPError(.missingHost, at: headers.range.lowerBound) }
        // RFC 9112, 6.1 allows it: clients that send small JSON know its length, and one framing cannot contradict another.
        switch fields.framing.transferCoding {
        case .chunked where takesChunks: break
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
        isChunked = fields.framing.transferCoding == .chunked
        keepAlive = isHTTP11 && !fields.framing.asksToClose
        // RFC 9110, 10.1.1: HTTP/1.0 does not support it, and without a body there is nothing to wait for.
        expectsContinue = isHTTP11 && fields.expectsContinue && contentLength > 0
    }
}

/// `GET /v1/status?pretty HTTP/1.1` (RFC 9112, 3), with single spaces.
private struct RequestLine {
    let method: Method
    let target: Target
    let version: ProtocolVersion

    init(_ line: Range<Int>, of head: Span<UInt8>) throws(HTTPError) {
        let methodEnd = head.endOfRun(of: .token, mostly: .word, in: line)
        guard methodEnd > line.lowerBound, methodEnd < line.upperBound, head[methodEnd] == .space else {
            throw HTTPError(.malformedRequestLine, at: methodEnd)
        }
        method = Method(head.extracting(line.lowerBound..<methodEnd))
        let targetEnd = head.firstIndex(of: .space, from: methodEnd + 1) ?? line.upperBound
        guard targetEnd < line.upperBound,
            let version = try ProtocolVersion(targetEnd + 1..<line.upperBound, of: head)
        else { throw HTTPError(.malformedRequestLine, at: min(targetEnd, line.upperBound)) }
        target = try Target(methodEnd + 1..<targetEnd, of: head, for: method)
        self.version = version
    }
}

/// The method of a request (RFC 9110, 9).
package enum Method: CaseIterable, Equatable, Sendable {
    case get, head, put, post, delete, options, patch
    /// A well-formed method that this project does not support.
    case other

    /// Method names are case-sensitive.
    init(_ token: Span<UInt8>) {
        switch token.count {
        case 3: self = token.equals("GET") ? .get : token.equals("PUT") ? .put : .other
        case 4: self = token.equals("POST") ? .post : token.equals("HEAD") ? .head : .other
        case 5: self = token.equals("PATCH") ? .patch : .other
        case 6: self = token.equals("DELETE") ? .delete : .other
        case 7: self = token.equals("OPTIONS") ? .options : .other
        default: self = .other
        }
    }

    /// `nil` for the methods that have no case of their own.
    package var name: StaticString? {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .put: "PUT"
        case .post: "POST"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .patch: "PATCH"
        case .other: nil
        }
    }
}

/// The target of a request: a path with an optional query (RFC 9112, 3.2.1), or `*` with OPTIONS (3.2.4).
///
/// The absolute form is rejected although a server should accept it: clients send it to proxies only, and its host could
/// differ from the one in `Host`, which the checks rely on.
struct Target {
    let path: Range<Int>
    /// Without the question mark; empty at the end of the path when there is none.
    let query: Range<Int>

    /// Reads a target that fills `range`.
    init(_ range: Range<Int>, of head: Span<UInt8>, for method: Method) throws(HTTPError) {
        guard range.count <= HTTPLimit.targetBytes else {
            throw HTTPError(.targetTooLong, at: range.lowerBound)
        }
        let isAsterisk = method == .options && head.extracting(range).equals("*")
        guard isAsterisk || head.extracting(range).hasPrefix("/") else {
            throw HTTPError(.malformedTarget, at: range.lowerBound)
        }
        let pathEnd = head.endOfRun(of: .path, mostly: .unreservedOrSlash, in: range)
        let isQuery = pathEnd < range.upperBound && head[pathEnd] == UInt8(ascii: "?")
        path = range.lowerBound..<pathEnd
        query = (isQuery ? pathEnd + 1 : pathEnd)..<range.upperBound
        let end = isQuery ? head.endOfRun(of: .query, in: query) : pathEnd
        guard end == range.upperBound else { throw HTTPError(.malformedTarget, at: end) }
    }
}

/// The fields of a request that decide how it is read.
private struct RequestFields: FieldConsumer {
    private(set) var framing = Framing()
    private(set) var host: Range<Int>?
    private(set) var expectsContinue = false

    mutating func take(_ field: Field, of head: Span<UInt8>) throws(HTTPError) {
        guard let name = FieldName(head.extracting(field.name)) else { return }
        switch name {
        case .host: try takeHost(field.value, of: head)
        case .expect: try takeExpectation(field.value, of: head)
        case .connection, .contentLength, .transferEncoding: try framing.take(name, field.value, of: head)
        }
    }

    private mutating func takeHost(_ value: Range<Int>, of head: Span<UInt8>) throws(HTTPError) {
        let end = head.endOfRun(of: .host, mostly: .unreserved, in: value)
        guard host == nil, end == value.upperBound else {
            throw HTTPError(.malformedHost, at: value.lowerBound)
        }
        host = value
    }

    private mutating func takeExpectation(_ value: Range<Int>, of head: Span<UInt8>) throws(HTTPError) {
        guard head.extracting(value).equalsIgnoringCase("100-continue") else {
            throw HTTPError(.unsupportedExpectation, at: value.lowerBound)
        }
        expectsContinue = true
    }
}
