internal import Bytes
internal import Text

/// Reads a JSON text (RFC 8259) and returns its values in place, without a copy.
///
/// The caller says which value it expects next; any other is an error with its offset. Names and strings are
/// returned as ranges; `append(_:to:)` resolves their escapes.
package struct JSONReader: ~Escapable {
    /// No document that we read is deeper; the limit bounds the cost of skipping.
    package static let maximumDepth = 32
    /// No string that we read is longer, whatever its escapes; the limit bounds the cost of resolving them.
    package static let longestString = 1_048_576

    let bytes: Span<UInt8>
    package internal(set) var offset = 0
    private var isFirst = false
    var special = SpecialBytes()

    /// Starts at `offset`, the position of the first value or of white space before it.
    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>, at offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    /// Returns the kind of the next value, judged by its first byte.
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

    /// Returns the name of the next member, or `nil` at the end of the object.
    @_lifetime(self: copy self)
    package mutating func nextMember() throws(JSONError) -> JSONString? {
        guard try hasNext(before: UInt8(ascii: "}")) else { return nil }
        let name = try string()
        guard try nextByte() == UInt8(ascii: ":") else { throw failure(.unexpectedByte) }
        offset += 1
        return name
    }

    @_lifetime(self: copy self)
    package mutating func beginArray() throws(JSONError) {
        try open(UInt8(ascii: "["), .array)
    }

    /// Returns whether another element follows in the array.
    @_lifetime(self: copy self)
    package mutating func nextElement() throws(JSONError) -> Bool {
        try hasNext(before: UInt8(ascii: "]"))
    }

    /// Checks that only white space follows.
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

    /// Takes `null` if it is next.
    @_lifetime(self: copy self)
    package mutating func takeNull() throws(JSONError) -> Bool {
        guard try nextByte() == UInt8(ascii: "n") else { return false }
        return try takeWord("null")
    }

    @_lifetime(self: copy self)
    private mutating func open(_ bracket: UInt8, _ kind: JSONKind) throws(JSONError) {
        guard try nextByte() == bracket else { throw failure(.expected(kind)) }
        offset += 1
        isFirst = true
    }

    /// Takes the comma between two values, or the closing bracket.
    @_lifetime(self: copy self)
    @inline(__always) private mutating func hasNext(before bracket: UInt8) throws(JSONError) -> Bool {
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
    private mutating func skipWhiteSpace() {
        offset = bytes.endOfRun(of: .whiteSpace, in: offset..<bytes.count)
    }

    /// Returns the next byte.
    ///
    /// It is rarely white space, so only that case calls a function.
    @_lifetime(self: copy self)
    @inline(__always)
    mutating func nextByte() throws(JSONError) -> UInt8 {
        if offset < bytes.count, bytes[offset] > 0x20 { return bytes[offset] }
        return try byteBehindWhiteSpace()
    }

    @_lifetime(self: copy self)
    private mutating func byteBehindWhiteSpace() throws(JSONError) -> UInt8 {
        // Many libraries write one space behind each comma and colon.
        if offset < bytes.count, bytes[offset] == UInt8(ascii: " ") { offset += 1 }
        if offset < bytes.count, bytes[offset] > 0x20 { return bytes[offset] }
        skipWhiteSpace()
        guard offset < bytes.count else { throw failure(.unexpectedEnd) }
        return bytes[offset]
    }

    func failure(_ problem: JSONError.Problem) -> JSONError {
        JSONError(problem: problem, offset: offset)
    }

    /// Reads an object; `take` gets the name of each member, and reads or skips its value.
    @_lifetime(self: copy self)
    package mutating func object(
        _ take: (String, inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        try beginObject()
        while let member = try nextMember() { try take(text(of: member), &self) }
    }

    /// Reads the next value as text; `nil` stands for `null`.
    @_lifetime(self: copy self)
    package mutating func textOrNull() throws(JSONError) -> String? {
        try takeNull() ? nil : try text()
    }

    /// Reads the next value as a whole number; `nil` stands for `null`.
    @_lifetime(self: copy self)
    package mutating func integerOrNull() throws(JSONError) -> Int? {
        try takeNull() ? nil : try integer()
    }

    /// Reads the next value, which must be a whole number.
    @_lifetime(self: copy self)
    package mutating func integer() throws(JSONError) -> Int {
        let written = try number()
        let digits = bytes[written.lowerBound] == UInt8(ascii: "-") ? written.dropFirst() : written
        guard let magnitude = bytes.extracting(digits).decimalValue else {
            throw JSONError(problem: .expected(.number), offset: written.lowerBound)
        }
        return digits == written ? magnitude : -magnitude
    }

    /// Returns the range of the next value, which must be a number in any notation.
    @_lifetime(self: copy self)
    package mutating func number() throws(JSONError) -> Range<Int> {
        guard try peek() == .number else { throw failure(.expected(.number)) }
        let start = offset
        _ = takeMark("-")
        if !takeMark("0") { try digits() }
        if takeMark(".") { try digits() }
        if takeMark("e") || takeMark("E") {
            if !takeMark("+") { _ = takeMark("-") }
            try digits()
        }
        return start..<offset
    }

    @_lifetime(self: copy self)
    private mutating func digits() throws(JSONError) {
        let start = offset
        while offset < bytes.count, bytes[offset].isDigit { offset += 1 }
        if offset == start { throw failure(.badNumber) }
    }

    @_lifetime(self: copy self)
    private mutating func takeMark(_ mark: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: mark) else { return false }
        offset += 1
        return true
    }

    /// Skips and checks the next value and returns its range.
    @_lifetime(self: copy self)
    @discardableResult
    package mutating func skipValue() throws(JSONError) -> Range<Int> {
        skipWhiteSpace()
        let start = offset
        try skipValue(depth: 0)
        return start..<offset
    }

    /// Skips the next value, which must be an array, and returns its range.
    @_lifetime(self: copy self)
    package mutating func skipArray() throws(JSONError) -> Range<Int> {
        guard try peek() == .array else { throw failure(.expected(.array)) }
        return try skipValue()
    }

    /// The bytes of a skipped value.
    @_lifetime(copy self)
    package func bytes(_ range: Range<Int>) -> Span<UInt8> {
        bytes.extracting(range)
    }

    @_lifetime(self: copy self)
    private mutating func skipValue(depth: Int) throws(JSONError) {
        switch try peek() {
        case .object, .array: try skipContainer(depth: depth + 1)
        case .string: _ = try string()
        case .number: _ = try number()
        case .boolean: _ = try boolean()
        case .null: if try !takeNull() { throw failure(.unexpectedByte) }
        }
    }

    @_lifetime(self: copy self)
    private mutating func skipContainer(depth: Int) throws(JSONError) {
        guard depth <= JSONReader.maximumDepth else { throw failure(.tooDeep) }
        if try peek() == .object {
            try beginObject()
            while try nextMember() != nil { try skipValue(depth: depth) }
        } else {
            try beginArray()
            while try nextElement() { try skipValue(depth: depth) }
        }
    }
}
