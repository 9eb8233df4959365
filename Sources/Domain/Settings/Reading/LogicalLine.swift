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
        let piece = pieces.last { $0.offset <= offset } ?? Piece(offset: 0, position: Position(file: 0, line: 1, column: 1))
        var position = piece.position
        position.column += offset - piece.offset
        return position
    }
}
