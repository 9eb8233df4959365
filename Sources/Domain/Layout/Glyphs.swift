/// The characters that pictures are made of: blocks where the terminal has Unicode, else ASCII.
package struct Glyphs: Equatable, Sendable {
    /// Parts of a full cell from the left, the smallest first, the whole one last.
    let eighths: [String]
    let empty: String
    /// Parts of a full cell from below, the smallest first, the whole one last.
    let heights: [String]
    package let ellipsis: String
    package let up: String
    package let down: String
    package let micro: String
    /// Stands behind what is being typed.
    package let cursor: String

    package static let unicode = Glyphs(
        eighths: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], empty: "░",
        heights: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], ellipsis: "…", up: "▲", down: "▼",
        micro: "µ", cursor: "▏")
    package static let ascii = Glyphs(
        eighths: ["#"], empty: ".", heights: ["_", ".", "-", "=", "+", "*", "%", "#"], ellipsis: "~",
        up: "^", down: "v", micro: "u", cursor: "_")
}

extension Glyphs {
    /// What the locale of the environment can show: the first of its three variables that is set decides.
    package init(variable: (String) -> String?) {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
        let name = locale.lowercased()
        self = name.hasSuffix("utf-8") || name.hasSuffix("utf8") ? .unicode : .ascii
    }
}
