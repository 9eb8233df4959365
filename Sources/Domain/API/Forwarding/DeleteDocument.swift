package import Bytes
internal import Text

/// Reads the document of a bulk delete: the keys that OSS is asked to delete, one by one.
///
/// The bytes that are judged are the bytes that are sent, so it accepts only what every XML parser reads alike: no comments,
/// no CDATA, no document type, no entities but the five of XML and character references.
package struct DeleteDocument: ~Escapable {
    /// OSS allows no larger document, and no more keys.
    static let maximumBytes = 2_097_152
    private static let maximumObjects = 1_000

    private let bytes: Span<UInt8>
    private var position = 0
    private var count = 0

    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    /// Appends the next key to `text`; `nil` at the end of the document.
    @_lifetime(self: copy self)
    package mutating func nextKey(into text: inout ByteBuffer) throws(Problem) -> Range<Int>? {
        if position == 0 { try readBeginning() }
        skipBlanks()
        while take("<Quiet>") {
            guard take("true</Quiet>") || take("false</Quiet>") else { throw error("Quiet is true or false") }
            skipBlanks()
        }
        if take("</Delete>") {
            skipBlanks()
            guard position == bytes.count else { throw error("the document has ended") }
            return nil
        }
        return try readObject(into: &text)
    }

    @_lifetime(self: copy self)
    private mutating func readBeginning() throws(Problem) {
        if take("<?xml version=") {
            guard take("\"1.0\"") || take("'1.0'") else { throw error("the version of XML is 1.0") }
            _ = take(" encoding=\"UTF-8\"") || take(" encoding='UTF-8'") || take(" encoding=\"utf-8\"")
            _ = take(" standalone=\"yes\"")
            _ = take(" ")
            guard take("?>") else { throw error("the encoding is UTF-8") }
        }
        skipBlanks()
        guard take("<Delete") else { throw error("the document is <Delete>…</Delete>") }
        _ = take(" xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"")
        guard take(">") else { throw error("Delete has no attribute but xmlns of S3") }
    }

    @_lifetime(self: copy self)
    private mutating func readObject(into text: inout ByteBuffer) throws(Problem) -> Range<Int> {
        guard take("<Object>") else { throw error("Delete contains Object and Quiet") }
        count += 1
        guard count <= DeleteDocument.maximumObjects else { throw error("1,000 keys are the most") }
        var key: Range<Int>?
        var hasVersion = false
        skipBlanks()
        while !take("</Object>") {
            if key == nil, take("<Key>") {
                key = try readText(into: &text, until: "</Key>")
            } else if !hasVersion, take("<VersionId>") {
                hasVersion = true
                text.truncate(to: try readText(into: &text, until: "</VersionId>").lowerBound)
            } else {
                throw error("Object contains one Key and at most one VersionId")
            }
            skipBlanks()
        }
        guard let key, (1...1_023).contains(key.count), text[key].isUTF8 else {
            throw error("Key is a text of up to 1,023 bytes in UTF-8")
        }
        return key
    }

    /// Appends the text up to an end tag, with its references decoded.
    @_lifetime(self: copy self)
    private mutating func readText(
        into text: inout ByteBuffer, until end: StaticString
    ) throws(Problem) -> Range<Int> {
        let start = text.count
        while !take(end) {
            guard position < bytes.count else { throw error("the document is not whole") }
            switch bytes[position] {
            case UInt8(ascii: "<"), UInt8(ascii: ">"): throw error("an element ends before another begins")
            case UInt8(ascii: "&"): try readReference(into: &text)
            // Parsers replace line ends.
            case let byte where byte.isControl: throw error("control characters are written as &#NUMBER;")
            case let byte:
                text.append(byte)
                position += 1
            }
        }
        return start..<text.count
    }

    @_lifetime(self: copy self)
    private mutating func readReference(into text: inout ByteBuffer) throws(Problem) {
        if take("&amp;") { return text.append(UInt8(ascii: "&")) }
        if take("&lt;") { return text.append(UInt8(ascii: "<")) }
        if take("&gt;") { return text.append(UInt8(ascii: ">")) }
        if take("&quot;") { return text.append(UInt8(ascii: "\"")) }
        if take("&apos;") { return text.append(UInt8(ascii: "'")) }
        let radix = take("&#x") ? 16 : take("&#") ? 10 : 0
        let end = bytes.firstIndex(of: UInt8(ascii: ";"), from: position)
        guard radix > 0, let end, end - position <= 7,
            let scalar = bytes.extracting(position..<end).scalar(radix: radix)
        else { throw error("&amp; &lt; &gt; &quot; &apos; and &#NUMBER; are the only references") }
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { text.append(byte) }
        position = end + 1
    }

    @_lifetime(self: copy self)
    private mutating func take(_ text: StaticString) -> Bool {
        guard bytes.extracting(droppingFirst: position).hasPrefix(text) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    @_lifetime(self: copy self)
    private mutating func skipBlanks() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    }

    private func error(_ rule: String) -> Problem {
        .invalidRequest(.profile("the document of the bulk delete at byte \(position): \(rule)"))
    }
}

extension Span<UInt8> {
    /// The character with this number; `nil` if XML knows none.
    fileprivate func scalar(radix: Int) -> Unicode.Scalar? {
        guard count > 0 else { return nil }
        var number: UInt32 = 0
        for index in 0..<count {
            guard let digit = self[index].hexValue, digit < radix else { return nil }
            number = number * UInt32(radix) + UInt32(digit)
        }
        let isControl = number < 0x20 && number != 0x09 && number != 0x0A && number != 0x0D
        return isControl || number == 0xFFFE || number == 0xFFFF ? nil : Unicode.Scalar(number)
    }
}
