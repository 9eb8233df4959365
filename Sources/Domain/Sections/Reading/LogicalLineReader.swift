internal import Text

/// Splits a file into logical lines, without comments and empty lines.
package struct LogicalLineReader {
    private let bytes: [UInt8]
    private let file: Int
    private var next = 0
    private var line = 0

    package init(_ source: SourceFile, number: Int) {
        bytes = source.bytes
        file = number
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if bytes.starts(with: byteOrderMark) { next = byteOrderMark.count }
    }

    /// The next line with content.
    ///
    /// As in systemd, a comment between continued lines does not end them.
    package mutating func logicalLine(_ reading: inout Reading) -> LogicalLine? {
        var logical = LogicalLine()
        while let range = physicalLine() {
            let content = bytes[range].drop { $0.isBlank }
            guard content.first != UInt8(ascii: "#"), content.first != UInt8(ascii: ";") else { continue }
            let start = Position(file: file, line: line, column: content.startIndex - range.lowerBound + 1)
            guard logical.text.count + content.count <= Limits.lineBytes else {
                reading.report("the line is longer than 64 KiB", at: start)
                logical = LogicalLine()
                continue
            }
            // An even number of backslashes is escaped backslashes and no continuation.
            let continues = content.reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
            logical.append(continues ? content.dropLast() : content, at: start)
            if continues {
                logical.continue()
            } else if !logical.isEmpty {
                return logical
            }
        }
        return logical.isEmpty ? nil : logical
    }

    private mutating func physicalLine() -> Range<Int>? {
        guard next < bytes.count else { return nil }
        let start = next
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        next = end + 1
        line += 1
        let hasReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
        return start..<(hasReturn ? end - 1 : end)
    }
}

/// A line with its continuations, which maps each byte to its position in the file.
package struct LogicalLine {
    private(set) var text: [UInt8] = []
    private var pieces: [Piece] = []

    package struct Piece {
        var offset: Int
        var position: Position
    }

    package var isEmpty: Bool { text.isEmpty }

    package mutating func append(_ bytes: ArraySlice<UInt8>, at position: Position) {
        pieces.append(Piece(offset: text.count, position: position))
        text += bytes
    }

    /// A backslash at the end of a line is replaced by a blank.
    package mutating func `continue`() {
        text.append(UInt8(ascii: " "))
    }

    package func position(at offset: Int) -> Position {
        // A line of 64 KiB can have as many pieces as words, so the lookup for each word is a binary search.
        var (low, high) = (0, pieces.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if pieces[middle].offset <= offset { low = middle } else { high = middle - 1 }
        }
        var position = pieces[low].position
        position.column += offset - pieces[low].offset
        return position
    }
}
