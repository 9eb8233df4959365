internal import Bytes
internal import Text

extension UInt8 {
    static var space: UInt8 { UInt8(ascii: " ") }
    static var carriageReturn: UInt8 { 13 }
    static var lineFeed: UInt8 { 10 }
}

extension ByteSet {
    /// A path of RFC 3986, 3.3, including slashes and escapes.
    static var path: ByteSet { .inSegment.with("/") }
    /// A query of RFC 3986, 3.4.
    static var query: ByteSet { .path.with("?") }
    /// A host of RFC 3986, 3.2.2, with the brackets of an IPv6 address and the colon of a port.
    static var host: ByteSet { .inSegment.without("@").with("[").with("]") }
}

extension Span<UInt8> {
    /// The position of the first byte in `range` that is not in `set`; the end of `range` when there is none.
    ///
    /// Always inlined, so that the set is a constant at the call.
    @inline(__always) func endOfRun(of set: ByteSet, in range: Range<Int>) -> Int {
        var index = range.lowerBound
        while index < range.upperBound, set.contains(self[index]) { index += 1 }
        return index
    }

    /// The same, faster where nearly all bytes are of `kind`, a part of the set: those are compared sixteen at a time.
    @inline(__always) func endOfRun(of set: ByteSet, mostly kind: ByteClass, in range: Range<Int>) -> Int {
        endOfRun(of: set, in: endOfRun(of: kind, in: range)..<range.upperBound)
    }

    /// `range` without the blanks at both ends.
    func trimming(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, self[start].isBlank { start += 1 }
        while end > start, self[end - 1].isBlank { end -= 1 }
        return start..<end
    }
}

/// The supported versions of HTTP.
enum ProtocolVersion {
    case http10, http11

    /// Throws for another version; `nil` when the bytes are no version at all (RFC 9112, 2.3).
    init?(_ range: Range<Int>, of head: Span<UInt8>) throws(HTTPError) {
        let text = head.extracting(range)
        if text.equals("HTTP/1.1") {
            self = .http11
        } else if text.equals("HTTP/1.0") {
            self = .http10
        } else if text.count == 8, text.hasPrefix("HTTP/"), text[5].isDigit, text[6] == UInt8(ascii: "."),
            text[7].isDigit
        {
            throw HTTPError(.unsupportedVersion, at: range.lowerBound)
        } else {
            return nil
        }
    }
}
