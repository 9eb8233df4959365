package import Bytes
internal import Text

/// The range of a string between its quotes, checked but with its escapes unresolved.
package struct JSONString: Equatable, Sendable {
    package let range: Range<Int>
    package let hasEscapes: Bool
}

extension JSONReader {
    /// Reads and checks the next value, which must be a string.
    @_lifetime(self: copy self)
    @inline(__always) package mutating func string() throws(JSONError) -> JSONString {
        guard try nextByte() == UInt8(ascii: "\"") else { throw failure(.expected(.string)) }
        let start = offset + 1
        let first = special.first(in: bytes, from: start)
        // Nearly every string is plain, so that its first special byte is its end.
        guard let first, bytes[first] == UInt8(ascii: "\""), first - start <= JSONReader.longestString else {
            return try string(from: start, special: first)
        }
        offset = first + 1
        return JSONString(range: start..<first, hasEscapes: false)
    }

    @_lifetime(self: copy self)
    private mutating func string(from start: Int, special first: Int?) throws(JSONError) -> JSONString {
        var found = first
        var hasEscapes = false
        var isASCII = true
        while let index = found, bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] < 0x20 { throw JSONError(problem: .controlCharacter, offset: index) }
            guard index - start <= JSONReader.longestString else { break }
            let isEscape = bytes[index] == UInt8(ascii: "\\")
            hasEscapes = hasEscapes || isEscape
            isASCII = isASCII && bytes[index] < 0x80
            found = special.first(in: bytes, from: index + (isEscape ? 2 : 1))
        }
        guard let end = found else { throw JSONError(problem: .unexpectedEnd, offset: bytes.count) }
        guard end - start <= JSONReader.longestString else {
            throw JSONError(problem: .stringTooLong, offset: start)
        }
        offset = end + 1
        let string = JSONString(range: start..<end, hasEscapes: hasEscapes)
        if !isASCII, !bytes.extracting(string.range).isUTF8 {
            throw JSONError(problem: .notUTF8, offset: start)
        }
        if hasEscapes { try checkEscapes(of: string) }
        return string
    }

    /// Returns the range of the string in a buffer that begins with a copy of the whole text.
    ///
    /// Escapes are resolved at the end of the buffer; other strings are already in the copy.
    @inline(__always) package func place(of string: JSONString, in copy: inout ByteBuffer) -> Range<Int> {
        string.hasEscapes ? append(string, to: &copy) : string.range
    }

    /// Whether the string equals this text; a string with escapes never does.
    package func matches(_ string: JSONString, _ text: StaticString) -> Bool {
        !string.hasEscapes && bytes.extracting(string.range).equals(text)
    }

    /// Appends the string with its escapes resolved, and returns its range in the buffer.
    package func append(_ string: JSONString, to buffer: inout ByteBuffer) -> Range<Int> {
        let start = buffer.count
        guard string.hasEscapes else {
            buffer.append(bytes.extracting(string.range))
            return start..<buffer.count
        }
        let raw = bytes.extracting(first: string.range.upperBound)
        var index = string.range.lowerBound
        while let backslash = raw.firstIndex(of: UInt8(ascii: "\\"), from: index) {
            buffer.append(raw.extracting(index..<backslash))
            index = resolveEscape(at: backslash + 1, into: &buffer)
        }
        buffer.append(raw.extracting(index..<raw.count))
        return start..<buffer.count
    }

    /// Reads the next value, which must be a string, as text.
    @_lifetime(self: copy self)
    package mutating func text() throws(JSONError) -> String {
        text(of: try string())
    }

    /// Returns the text of a string, for code off the hot path.
    package func text(of string: JSONString) -> String {
        var buffer = ByteBuffer(capacity: string.range.count)
        return String(copying: buffer[append(string, to: &buffer)])
    }

    /// The text of a name that an error quotes; only the raw beginning of a name that no person wrote.
    package func beginning(of string: JSONString) -> String {
        guard string.range.count > JSONReader.longestName else { return text(of: string) }
        return Quotation.beginning(of: bytes.extracting(string.range))
    }

    /// A quotable name with every character written as an escape.
    private static var longestName: Int { 1_024 }
}

// Escapes are checked once when the string is found, so that resolving them cannot fail.
extension JSONReader {
    private func checkEscapes(of string: JSONString) throws(JSONError) {
        let raw = bytes.extracting(first: string.range.upperBound)
        var index = string.range.lowerBound
        while let backslash = raw.firstIndex(of: UInt8(ascii: "\\"), from: index) {
            guard let next = endOfEscape(at: backslash + 1, before: raw.count) else {
                throw JSONError(problem: .badEscape, offset: backslash)
            }
            index = next
        }
    }

    private func endOfEscape(at index: Int, before end: Int) -> Int? {
        guard index < end else { return nil }
        if bytes[index] != UInt8(ascii: "u") { return bytes[index].simpleEscape == nil ? nil : index + 1 }
        guard let unit = codeUnit(at: index + 1, before: end) else { return nil }
        if !UTF16.isLeadSurrogate(unit) { return UTF16.isTrailSurrogate(unit) ? nil : index + 5 }
        guard index + 6 < end, bytes[index + 5] == UInt8(ascii: "\\"), bytes[index + 6] == UInt8(ascii: "u"),
            let trail = codeUnit(at: index + 7, before: end), UTF16.isTrailSurrogate(trail)
        else { return nil }
        return index + 11
    }

    private func codeUnit(at index: Int, before end: Int) -> UInt16? {
        guard index + 4 <= end else { return nil }
        var unit: UInt16 = 0
        for position in index..<(index + 4) {
            guard let digit = bytes[position].hexValue else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    private func resolveEscape(at index: Int, into buffer: inout ByteBuffer) -> Int {
        if let byte = bytes[index].simpleEscape {
            buffer.append(byte)
            return index + 1
        }
        let lead = codeUnit(at: index + 1, before: bytes.count) ?? 0
        guard UTF16.isLeadSurrogate(lead) else {
            buffer.append(scalar: UInt32(lead))
            return index + 5
        }
        let trail = codeUnit(at: index + 7, before: bytes.count) ?? 0
        buffer.append(scalar: 0x10000 + (UInt32(lead) - 0xD800) << 10 + (UInt32(trail) - 0xDC00))
        return index + 11
    }
}

extension ByteBuffer {
    fileprivate mutating func append(scalar: UInt32) {
        guard let scalar = Unicode.Scalar(scalar) else { return }
        for byte in UTF8.encode(scalar) ?? .init() { append(byte) }
    }
}

extension UInt8 {
    fileprivate var simpleEscape: UInt8? {
        switch self {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): self
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }
}
