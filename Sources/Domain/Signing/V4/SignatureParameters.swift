internal import Bytes
internal import Text

/// The query parameters of a signature of V4 or S3 in the URL: encoded, sorted and joined by `&`.
///
/// They are separate from the parameters of the caller, because all URLs of one call share them.
struct SignatureParameters: ~Copyable {
    private(set) var text = ByteBuffer(capacity: 256)
    private var names = ReusedArray<Range<Int>>()

    var count: Int { names.count }

    mutating func removeAll() {
        text.removeAll()
        names.removeAll()
    }

    /// Adds a parameter after the others, with an encoded value.
    @inline(__always) mutating func add(_ name: StaticString, _ value: borrowing ByteBuffer) {
        begin(name)
        text.append(value)
    }

    @inline(__always) mutating func add(_ name: StaticString, _ value: StaticString) {
        begin(name)
        text.append(value)
    }

    @inline(__always) mutating func add(_ name: StaticString, _ value: Int) {
        begin(name)
        text.append(decimal: value)
    }

    mutating func add(_ name: StaticString, percentEncoding value: borrowing ByteBuffer) {
        begin(name)
        text.append(percentEncoded: value)
    }

    /// Inlined, so that the length of each name is a constant.
    @inline(__always) private mutating func begin(_ name: StaticString) {
        if count > 0 { text.append(UInt8(ascii: "&")) }
        let start = text.count
        text.append(name)
        names.append(start..<text.count)
        text.append(UInt8(ascii: "="))
    }

    /// How many of them sort before this name, given that at least `least` do.
    func count(before name: Span<UInt8>, from least: Int) -> Int {
        var index = least
        while index < count, text[names[index]].compare(name) < 0 { index += 1 }
        return index
    }

    /// The range of `text` that some of them occupy.
    subscript(range: Range<Int>) -> Range<Int> {
        let end = range.upperBound == count ? text.count : names[range.upperBound].lowerBound - 1
        return names[range.lowerBound].lowerBound..<end
    }
}
