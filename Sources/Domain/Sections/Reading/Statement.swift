internal import Text

/// The meaning of one line.
package enum Statement {
    case header(Header)
    case assignment(Assignment)

    /// Parses a line.
    ///
    /// Offsets of a complaint count from the beginning of the line.
    package init(_ line: LogicalLine) throws(Complaint) {
        let text = line.text.span
        guard text.isUTF8 else { throw Complaint(message: "the line is not UTF-8") }
        for index in text.indices where text[index].isControl && !text[index].isBlank {
            throw Complaint(message: "a control character", offset: index)
        }
        if text[0] == UInt8(ascii: "[") {
            self = try Statement.header(line)
        } else {
            self = try .assignment(Assignment(line))
        }
    }

    private static func header(_ line: LogicalLine) throws(Complaint) -> Statement {
        guard let end = line.text.firstIndex(of: UInt8(ascii: "]")) else {
            throw Complaint(
                message: "']' is missing at the end of the section's name", offset: line.text.count)
        }
        if let rest = line.text[(end + 1)...].firstIndex(where: { !$0.isBlank }) {
            throw Complaint(message: "nothing may follow the section's name", offset: rest)
        }
        let inside = line.words(in: 1..<end)
        guard let kind = inside.first else { throw Complaint(message: "the section has no name", offset: 1) }
        if inside.count > 2 { throw Complaint(message: "a section's name has one word: [Profile NAME]") }
        let name = inside.count == 2 ? inside[1] : nil
        return .header(Header(kind: kind, name: name, position: line.position(at: 0)))
    }
}

/// The heading of a section, `[Kind name]`.
package struct Header {
    package var kind: Word
    package var name: Word?
    package var position: Position
}

/// A word and its position.
package struct Word {
    package var text: String
    package var position: Position
}

/// An assignment, `Key=value`.
package struct Assignment {
    package var key: Word
    package var value: Value
}

extension Assignment {
    fileprivate init(_ line: LogicalLine) throws(Complaint) {
        guard let mark = line.text.firstIndex(of: UInt8(ascii: "=")) else {
            throw Complaint(message: "this is neither [Section] nor Key=value")
        }
        let names = line.words(in: 0..<mark)
        guard let key = names.first, names.count == 1 else {
            throw Complaint(message: "a key is one word before '='")
        }
        self.key = key
        value = Value(of: line, from: mark + 1)
    }
}

extension LogicalLine {
    /// The words between blanks.
    fileprivate func words(in range: Range<Int>) -> [Word] {
        text[range].split { $0.isBlank }.map { part in
            Word(text: String(decoding: part, as: UTF8.self), position: position(at: part.startIndex))
        }
    }
}

/// The text after the equals sign, without the blanks around it.
package struct Value {
    package let text: String
    private let line: LogicalLine
    private let start: Int

    package init(of line: LogicalLine, from offset: Int) {
        let content = line.text[offset...].drop { $0.isBlank }
        let end = content.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? content.startIndex
        text = String(decoding: line.text[content.startIndex..<end], as: UTF8.self)
        start = content.startIndex
        self.line = line
    }

    /// An empty value resets the earlier assignments of the key.
    package var isReset: Bool { text.isEmpty }

    package func position(at offset: Int = 0) -> Position { line.position(at: start + offset) }

    /// The words between blanks.
    ///
    /// Double or single quotes can enclose a whole word.
    package func words() throws(Complaint) -> [Word] {
        let bytes = Array(text.utf8)
        var words: [Word] = []
        var index = 0
        while let first = bytes[index...].firstIndex(where: { !$0.isBlank }) {
            let isQuoted = bytes[first] == UInt8(ascii: "\"") || bytes[first] == UInt8(ascii: "'")
            let range = isQuoted ? try Value.quoted(bytes, from: first) : Value.plain(bytes, from: first)
            let text = String(decoding: bytes[range], as: UTF8.self)
            words.append(Word(text: text, position: position(at: range.lowerBound)))
            index = isQuoted ? range.upperBound + 1 : range.upperBound
        }
        return words
    }

    private static func plain(_ bytes: [UInt8], from start: Int) -> Range<Int> {
        start..<(bytes[start...].firstIndex { $0.isBlank } ?? bytes.count)
    }

    private static func quoted(_ bytes: [UInt8], from start: Int) throws(Complaint) -> Range<Int> {
        guard let end = bytes[(start + 1)...].firstIndex(of: bytes[start]) else {
            throw Complaint(message: "the quote has no end", offset: start)
        }
        guard end + 1 == bytes.count || bytes[end + 1].isBlank else {
            throw Complaint(message: "a blank must follow the quote", offset: end + 1)
        }
        return (start + 1)..<end
    }
}
