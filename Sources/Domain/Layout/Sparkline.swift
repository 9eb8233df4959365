/// The course of a value, one column for each time it was looked at; the newest is on the right.
package struct Sparkline: Equatable, Sendable {
    /// `nil`: it is not known what the value was.
    package let values: [Double?]

    package init(_ values: [Double?]) {
        self.values = values
    }

    /// The last values in `width` columns, the highest of them as high as a line.
    package func text(_ width: Int, _ glyphs: Glyphs) -> String {
        let shown = values.suffix(width)
        let top = shown.compactMap(\.self).max() ?? 0
        let text = shown.map { Sparkline.cell($0, of: top, glyphs) }.joined()
        return String(repeating: " ", count: max(0, width - shown.count)) + text
    }

    private static func cell(_ value: Double?, of top: Double, _ glyphs: Glyphs) -> String {
        guard let value, value.isFinite else { return " " }
        guard top > 0, value > 0 else { return glyphs.heights[0] }
        let step = Int((value / top * Double(glyphs.heights.count - 1)).rounded())
        return glyphs.heights[min(max(step, 0), glyphs.heights.count - 1)]
    }
}
