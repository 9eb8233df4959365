internal import Bytes
internal import Text

extension UInt8 {
    static var space: UInt8 { UInt8(ascii: " ") }
    static var carriageReturn: UInt8 { 13 }
    static var lineFeed: UInt8 { 10 }
}

extension ByteSet {
    /// A path of RFC 3986, 3.3, its slashes and escapes included.
    static var path: ByteSet { .inSegment.with("/") }
    /// A query of RFC 3986, 3.4.
    static var query: ByteSet { .path.with("?") }
    /// A host of RFC 3986, 3.2.2, with the brackets of an IPv6 address and the colon of a port.
    static var host: ByteSet { .inSegment.without("@").with("[").with("]") }
}

extension Span<UInt8> {
    /// Where in `range` the first byte stands that is not in `set`; the end of `range` when there is none.
    ///
    /// Always inlined, so that the set is a constant where it is asked for.
    @inline(__always) func endOfRun(of set: ByteSet, in range: Range<Int>) -> Int {
        var index = range.lowerBound
        while index < range.upperBound, set.contains(self[index]) { index += 1 }
        return index
    }

    /// The same where nearly all bytes are of `kind`, which is a part of the set: they are looked at by sixteen.
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
