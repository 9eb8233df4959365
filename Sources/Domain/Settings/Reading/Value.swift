internal import Text

/// What stands behind the equals sign, without the blanks around it.
struct Value {
    let text: String
    private let line: LogicalLine
    private let start: Int

    init(of line: LogicalLine, from offset: Int) {
        let content = line.text[offset...].drop { $0.isBlank }
        let end = content.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? content.startIndex
        text = String(decoding: line.text[content.startIndex..<end], as: UTF8.self)
        start = content.startIndex
        self.line = line
    }

    /// An empty value takes back what was said before.
    var isReset: Bool { text.isEmpty }

    func position(at offset: Int = 0) -> Position { line.position(at: start + offset) }
}

extension Value {
    /// The words between blanks; quotes, double or single, hold a word together and can stand only around all
    /// of it.
    func words() throws(Complaint) -> [Word] {
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
