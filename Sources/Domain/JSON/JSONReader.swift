internal import Bytes
internal import Text

/// Walks through a JSON text (RFC 8259) and hands out its values in place, without a copy.
///
/// The caller says what it expects next; anything else is an error with its offset. Names and strings come as ranges;
/// `append(_:to:)` of `JSONReader+Strings` resolves their escapes.
package struct JSONReader: ~Escapable {
    /// Deeper nesting serves no document that we read, and bounds what skipping costs.
    package static let maximumDepth = 32

    let bytes: Span<UInt8>
    package internal(set) var offset = 0
    private var isFirst = false
    var special = SpecialBytes()

    /// `offset`: where the first value stands, or white space before it.
    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>, at offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }
}

extension JSONReader {
    /// What the next value is, by its first byte.
    @_lifetime(self: copy self)
    package mutating func peek() throws(JSONError) -> JSONKind {
        switch try nextByte() {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
        case UInt8(ascii: "n"): .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
        default: throw failure(.unexpectedByte)
        }
    }

    @_lifetime(self: copy self)
    package mutating func beginObject() throws(JSONError) {
        try open(UInt8(ascii: "{"), .object)
    }

    /// The name of the next member, or `nil` behind the last one.
    @_lifetime(self: copy self)
    package mutating func nextMember() throws(JSONError) -> JSONString? {
        guard try goesOn(until: UInt8(ascii: "}")) else { return nil }
        let name = try string()
        guard try nextByte() == UInt8(ascii: ":") else { throw failure(.unexpectedByte) }
        offset += 1
        return name
    }

    @_lifetime(self: copy self)
    package mutating func beginArray() throws(JSONError) {
        try open(UInt8(ascii: "["), .array)
    }

    /// Whether another element follows in the array.
    @_lifetime(self: copy self)
    package mutating func nextElement() throws(JSONError) -> Bool {
        try goesOn(until: UInt8(ascii: "]"))
    }

    /// Makes sure that nothing but white space follows.
    @_lifetime(self: copy self)
    package mutating func end() throws(JSONError) {
        skipWhiteSpace()
        if offset < bytes.count { throw failure(.trailingBytes) }
    }

    @_lifetime(self: copy self)
    package mutating func boolean() throws(JSONError) -> Bool {
        if try takeWord("true") { return true }
        guard try takeWord("false") else { throw failure(.expected(.boolean)) }
        return false
    }

    /// Takes `null` if it comes next.
    @_lifetime(self: copy self)
    package mutating func takeNull() throws(JSONError) -> Bool {
        guard try nextByte() == UInt8(ascii: "n") else { return false }
        return try takeWord("null")
    }
}

extension JSONReader {
    @_lifetime(self: copy self)
    private mutating func open(_ bracket: UInt8, _ kind: JSONKind) throws(JSONError) {
        guard try nextByte() == bracket else { throw failure(.expected(kind)) }
        offset += 1
        isFirst = true
    }

    /// Between two values of a container: takes the comma, or the closing bracket.
    @_lifetime(self: copy self)
    @inline(__always) private mutating func goesOn(until bracket: UInt8) throws(JSONError) -> Bool {
        let next = try nextByte()
        let wasFirst = isFirst
        isFirst = false
        if next == bracket {
            offset += 1
            return false
        }
        if wasFirst { return true }
        guard next == UInt8(ascii: ",") else { throw failure(.unexpectedByte) }
        offset += 1
        return true
    }

    @_lifetime(self: copy self)
    private mutating func takeWord(_ word: StaticString) throws(JSONError) -> Bool {
        _ = try nextByte()
        guard bytes.extracting(droppingFirst: offset).hasPrefix(word) else { return false }
        offset += word.utf8CodeUnitCount
        return true
    }

    @_lifetime(self: copy self)
    mutating func skipWhiteSpace() {
        while offset < bytes.count, bytes[offset] <= 0x20, bytes[offset].isJSONWhiteSpace { offset += 1 }
    }

    /// The byte that comes next, which nearly always is no white space: a call would cost more than the look.
    @_lifetime(self: copy self)
    @inline(__always)
    mutating func nextByte() throws(JSONError) -> UInt8 {
        if offset < bytes.count, bytes[offset] > 0x20 { return bytes[offset] }
        return try byteBehindWhiteSpace()
    }

    @_lifetime(self: copy self)
    private mutating func byteBehindWhiteSpace() throws(JSONError) -> UInt8 {
        skipWhiteSpace()
        guard offset < bytes.count else { throw failure(.unexpectedEnd) }
        return bytes[offset]
    }

    func failure(_ problem: JSONError.Problem) -> JSONError {
        JSONError(problem: problem, offset: offset)
    }
}

extension UInt8 {
    fileprivate var isJSONWhiteSpace: Bool {
        self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
    }
}
