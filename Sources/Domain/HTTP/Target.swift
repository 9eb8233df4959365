internal import Bytes
internal import Text

/// What a request is about: a path and perhaps a query (RFC 9112, 3.2.1), or `*` with OPTIONS (3.2.4).
///
/// The absolute form is refused although a server should take it: only proxies are sent it, and a host in the target
/// beside the one in `Host` is one host too many for whoever checks it.
struct Target {
    let path: Range<Int>
    /// Without the question mark; empty at the end of the path when there is none.
    let query: Range<Int>

    /// Reads the target, which has all of `range`.
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
