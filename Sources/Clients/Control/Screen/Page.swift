internal import CommandLine

/// The place for a page that people read.
struct Page {
    let ink: Ink
    var glyphs = Glyphs.unicode
    /// The width of the terminal; `nil`: the output is none.
    var columns: Int?

    var width: Int { columns ?? pageWidth }
}

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

    /// A share from 0 to 1 as a bar: the filled part, to a fraction of a column where the glyphs allow it, and the rest.
    ///
    /// A share above 0 is always visible.
    func bar(_ share: Double, width: Int) -> (filled: String, rest: String) {
        let share = share.isFinite ? min(max(share, 0), 1) : 0
        let steps = eighths.count
        let total = Int((share * Double(width * steps)).rounded())
        let units = share > 0 ? max(total, 1) : 0
        let filled =
            String(repeating: eighths[steps - 1], count: units / steps)
            + (units % steps == 0 ? "" : eighths[units % steps - 1])
        return (filled, String(repeating: empty, count: max(0, width - filled.columns)))
    }

    /// A graph with a column for each of the last values, the newest on the right, scaled to the highest.
    ///
    /// `nil`: the value is unknown.
    func graph(_ values: [Double?], width: Int) -> String {
        let shown = values.suffix(width)
        let top = shown.compactMap(\.self).max() ?? 0
        let cells = shown.map { value in
            guard let value, value.isFinite else { return " " }
            guard top > 0, value > 0 else { return heights[0] }
            let step = Int((value / top * Double(heights.count - 1)).rounded())
            return heights[min(max(step, 0), heights.count - 1)]
        }
        return String(repeating: " ", count: max(0, width - shown.count)) + cells.joined()
    }
}
