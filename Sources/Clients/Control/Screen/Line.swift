package import CommandLine

/// A line of a screen: coloured pieces of text.
///
/// Its text contains no control characters, whatever it is given.
package struct Line: Equatable, Sendable {
    struct Piece: Equatable, Sendable {
        var text: String
        let colour: Ink.Colour?
    }

    private(set) var pieces: [Piece] = []
    /// Its width.
    package private(set) var columns = 0

    package init(_ text: String = "", _ colour: Ink.Colour? = nil) {
        append(text, colour)
    }

    package mutating func append(_ text: String, _ colour: Ink.Colour? = nil) {
        guard !text.isEmpty else { return }
        let visible = text.visible
        pieces.append(Piece(text: visible, colour: colour))
        columns += visible.columns
    }

    package static func + (left: Line, right: Line) -> Line {
        right.pieces.reduce(into: left) { line, piece in line.append(piece.text, piece.colour) }
    }

    /// Appends spaces up to this column.
    package mutating func pad(to column: Int) {
        append(String(repeating: " ", count: max(0, column - columns)))
    }

    /// The same text, dim, for outdated values.
    package var dimmed: Line { Line(plain, .dim) }

    /// The text without colours.
    var plain: String { pieces.map(\.text).joined() }

    /// The part of the line that fits.
    package func cut(to width: Int, _ glyphs: Glyphs = .unicode) -> Line {
        guard columns > width else { return self }
        var line = Line()
        for piece in pieces {
            let room = width - line.columns
            let isLast = line.columns + piece.text.columns >= width
            let text = isLast ? (piece.text + " ").cut(to: room, mark: glyphs.ellipsis) : piece.text
            line.append(text, piece.colour)
            if isLast { break }
        }
        return line
    }

    package func text(_ ink: Ink) -> String {
        pieces.map { piece in piece.colour.map { ink($0, piece.text) } ?? piece.text }.joined()
    }
}

extension [Line] {
    /// The output that draws them over the last ones, from the upper left corner of a terminal.
    func drawing(_ ink: Ink, columns: Int) -> String {
        let rows = map { line in
            // Behind a line that fills its row, the cursor is still on the last character, which must remain.
            line.text(ink) + (line.columns < columns ? "\u{1B}[K" : "")
        }
        return "\u{1B}[H" + rows.joined(separator: "\r\n") + "\u{1B}[J"
    }
}
