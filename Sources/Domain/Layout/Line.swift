package import CommandLine

/// A line of a screen: pieces of text, each in its colour.
///
/// Whatever text it is given, it holds nothing that a terminal would obey.
package struct Line: Equatable, Sendable {
    struct Piece: Equatable, Sendable {
        var text: String
        let colour: Ink.Colour?
    }

    private(set) var pieces: [Piece] = []
    /// How wide it is.
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

    /// Blanks up to this column; nothing where the line is there already.
    package mutating func pad(to column: Int) {
        append(String(repeating: " ", count: max(0, column - columns)))
    }
}

extension Line {
    /// A bar, its rest dim.
    package mutating func append(
        _ bar: Bar, width: Int, _ glyphs: Glyphs, _ colour: Ink.Colour? = nil
    ) {
        append(bar.filled(width, glyphs), colour)
        append(bar.rest(width, glyphs), .dim)
    }

    /// The same text, as of something that no longer holds.
    package var dimmed: Line { Line(pieces.map(\.text).joined(), .dim) }

    /// As much of it as fits.
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
