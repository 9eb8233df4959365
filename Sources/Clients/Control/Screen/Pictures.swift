internal import CommandLine

/// The characters of bars and graphs: blocks of Unicode, or ASCII.
package struct Glyphs: Equatable, Sendable {
    /// Left parts of a cell, from the smallest to the whole.
    let eighths: [String]
    let empty: String
    /// Lower parts of a cell, from the smallest to the whole.
    let heights: [String]
    package let ellipsis: String
    package let micro: String

    package static let unicode = Glyphs(
        eighths: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], empty: "░",
        heights: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], ellipsis: "…", micro: "µ")
    package static let ascii = Glyphs(
        eighths: ["="], empty: ".", heights: ["_", ".", "-", "=", "+", "*", "%", "#"], ellipsis: "~",
        micro: "u")
}

extension Glyphs {
    /// The characters of the locale, by the first of its three variables that is set.
    package init(variable: (String) -> String?) {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
        let name = locale.lowercased()
        self = name.hasSuffix("utf-8") || name.hasSuffix("utf8") ? .unicode : .ascii
    }
}

/// A share as a bar.
package struct Bar: Equatable, Sendable {
    /// From 0 to 1.
    package let share: Double

    package init(_ share: Double) {
        self.share = share.isFinite ? min(max(share, 0), 1) : 0
    }

    /// The filled part, to a fraction of a column where the glyphs allow it; a share above 0 is always visible.
    package func filled(_ width: Int, _ glyphs: Glyphs) -> String {
        let steps = glyphs.eighths.count
        let total = Int((share * Double(width * steps)).rounded())
        let units = share > 0 ? max(total, 1) : 0
        let whole = String(repeating: glyphs.eighths[steps - 1], count: units / steps)
        return units % steps == 0 ? whole : whole + glyphs.eighths[units % steps - 1]
    }

    /// The empty part, up to the width.
    package func rest(_ width: Int, _ glyphs: Glyphs) -> String {
        String(repeating: glyphs.empty, count: max(0, width - filled(width, glyphs).columns))
    }
}

/// A graph of a value with one column for each sample, the newest on the right.
package struct Sparkline: Equatable, Sendable {
    /// `nil`: the value is unknown.
    package let values: [Double?]

    package init(_ values: [Double?]) {
        self.values = values
    }

    /// The last values in `width` columns, scaled to the highest.
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
