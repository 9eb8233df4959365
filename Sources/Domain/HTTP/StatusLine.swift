internal import Text

/// `HTTP/1.1 200 OK` (RFC 9112, 4); the reason may be empty, the space before it may not be missing.
struct StatusLine {
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
