/// A line with its continuations, which knows where each byte of it was written.
struct LogicalLine {
    private(set) var text: [UInt8] = []
    private var pieces: [Piece] = []

    struct Piece {
        var offset: Int
        var position: Position
    }

    var isEmpty: Bool { text.isEmpty }

    mutating func append(_ bytes: ArraySlice<UInt8>, at position: Position) {
        pieces.append(Piece(offset: text.count, position: position))
        text += bytes
    }

    /// A backslash at the end of a line is worth a blank.
    mutating func `continue`() {
        text.append(UInt8(ascii: " "))
    }

    func position(at offset: Int) -> Position {
        // A line of 64 KiB can have as many pieces as it has words, so each word must find its piece quickly.
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
