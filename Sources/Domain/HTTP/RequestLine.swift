internal import Bytes
internal import Text

/// `GET /v1/status?pretty HTTP/1.1` (RFC 9112, 3), with exactly one space at either place.
struct RequestLine {
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
