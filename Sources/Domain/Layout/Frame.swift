package import CommandLine

/// What a terminal shows at one time, never more than fits on it.
package struct Frame: Equatable, Sendable {
    package let lines: [Line]
    private let columns: Int

    package init(_ lines: [Line], columns: Int, rows: Int, _ glyphs: Glyphs = .unicode) {
        self.columns = columns
        self.lines = lines.prefix(max(rows, 0)).map { $0.cut(to: columns, glyphs) }
    }

    /// The text alone, as a person reads it.
    package var text: String {
        lines.map { line in
            let text = line.text(Ink(isColoured: false))
            return String(text.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }

    /// What draws it over the frame before, from the upper left corner.
    package func drawing(_ ink: Ink) -> String {
        "\u{1B}[H" + lines.map { drawing(of: $0, ink) }.joined(separator: "\r\n") + "\u{1B}[J"
    }

    /// Behind a line that fills its row the cursor still stands on the last character, which must stay.
    private func drawing(of line: Line, _ ink: Ink) -> String {
        line.text(ink) + (line.columns < columns ? "\u{1B}[K" : "")
    }

    /// What draws it over a frame of `previous` lines, behind whose last line the cursor stands.
    package func drawing(over previous: Int, _ ink: Ink) -> String {
        let up = previous > 0 ? "\u{1B}[\(previous)A" : ""
        return "\r" + up + lines.map { drawing(of: $0, ink) + "\r\n" }.joined() + "\u{1B}[J"
    }
}
