extension String {
    /// How many columns of a terminal the text takes.
    package var columns: Int {
        unicodeScalars.reduce(0) { $0 + $1.columns }
    }

    /// Blanks behind it up to this width.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - columns))
    }

    /// Blanks before it up to this width.
    package func aligned(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - columns)) + self
    }

    /// Its beginning and its end where it is longer, with a mark in between.
    package func shortened(to width: Int) -> String {
        guard columns > width else { return self }
        let end = String(String.UnicodeScalarView(unicodeScalars.reversed()))
            .cut(to: width / 2, mark: "").unicodeScalars.reversed()
        return cut(to: width - width / 2) + String(String.UnicodeScalarView(end))
    }

    /// As much of it as fits, with a mark at its end where something is missing.
    package func cut(to width: Int, mark: String = "…") -> String {
        guard columns > width else { return self }
        let room = width - mark.columns
        guard room >= 0 else { return "" }
        var text = ""
        var column = 0
        for scalar in unicodeScalars {
            guard column + scalar.columns <= room else { break }
            column += scalar.columns
            text.unicodeScalars.append(scalar)
        }
        return text + mark
    }
}
