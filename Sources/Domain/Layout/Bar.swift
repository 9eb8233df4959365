internal import CommandLine

/// A share of a whole as a bar.
package struct Bar: Equatable, Sendable {
    /// From 0 to 1.
    package let share: Double

    package init(_ share: Double) {
        self.share = share.isFinite ? min(max(share, 0), 1) : 0
    }

    /// The filled part, to a fraction of a column where the glyphs can; what is not nothing can be seen.
    package func filled(_ width: Int, _ glyphs: Glyphs) -> String {
        let steps = glyphs.eighths.count
        let total = Int((share * Double(width * steps)).rounded())
        let units = share > 0 ? max(total, 1) : 0
        let whole = String(repeating: glyphs.eighths[steps - 1], count: units / steps)
        return units % steps == 0 ? whole : whole + glyphs.eighths[units % steps - 1]
    }

    /// The part behind it, up to the width.
    package func rest(_ width: Int, _ glyphs: Glyphs) -> String {
        String(repeating: glyphs.empty, count: max(0, width - filled(width, glyphs).columns))
    }
}
