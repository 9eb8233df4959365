internal import Bytes

/// The parameters that a signature of V4 in the URL brings along: encoded, joined by `&`, in the order of their names.
///
/// They stand apart from those of the caller, among which the canonical query puts them.
struct SignatureParameters: ~Copyable {
    private(set) var text = ByteBuffer(capacity: 256)
    private var names = ReusedArray<Range<Int>>()
    /// What they say beside what all signatures of the moment have in common.
    private var expires = 0
    private var additionalHeaders = ByteBuffer(capacity: 64)

    var count: Int { names.count }

    mutating func removeAll() {
        text.removeAll()
        names.removeAll()
    }

    /// Whether those that are there say this; `additionalHeaders` as the canonical request has them.
    func say(expires: Int, additionalHeaders: borrowing ByteBuffer) -> Bool {
        count > 0 && self.expires == expires && self.additionalHeaders.equals(additionalHeaders.span)
    }

    /// Takes away those that are there; then add all that say this.
    mutating func begin(expires: Int, additionalHeaders: borrowing ByteBuffer) {
        removeAll()
        self.expires = expires
        self.additionalHeaders.removeAll()
        self.additionalHeaders.append(additionalHeaders)
    }

    /// Adds a parameter behind those that are there; `write` appends its value as URLs want it.
    mutating func add(_ name: StaticString, _ write: (inout ByteBuffer) -> Void) {
        if count > 0 { text.append(UInt8(ascii: "&")) }
        let start = text.count
        text.append(name)
        names.append(start..<text.count)
        text.append(UInt8(ascii: "="))
        write(&text)
    }

    /// How many of them come before a parameter of this name, if so many do at least.
    func count(before name: Span<UInt8>, from least: Int) -> Int {
        var index = least
        while index < count, text[names[index]].compare(name) < 0 { index += 1 }
        return index
    }

    /// Where some of them stand.
    subscript(range: Range<Int>) -> Range<Int> {
        let end = range.upperBound == count ? text.count : names[range.upperBound].lowerBound - 1
        return names[range.lowerBound].lowerBound..<end
    }
}
