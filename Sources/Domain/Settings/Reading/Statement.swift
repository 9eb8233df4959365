internal import Text

/// What a line says.
enum Statement {
    case header(Header)
    case assignment(Assignment)
}

/// The line that begins a section, `[Kind name]`.
struct Header {
    var kind: Word
    var name: Word?
    var position: Position
}

/// A piece of text and where it stands.
struct Word {
    var text: String
    var position: Position
}

/// A line that sets something, `Key=value`.
struct Assignment {
    var key: Word
    var value: Value
}

extension Statement {
    /// Reads a line; the offset of a complaint is one of the line.
    init(_ line: LogicalLine) throws(Complaint) {
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
    /// The parts between blanks.
    fileprivate func words(in range: Range<Int>) -> [Word] {
        text[range].split { $0.isBlank }.map { part in
            Word(text: String(decoding: part, as: UTF8.self), position: position(at: part.startIndex))
        }
    }
}
