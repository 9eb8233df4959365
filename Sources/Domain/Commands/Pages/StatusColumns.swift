internal import CommandLine
internal import Layout

/// How wide the columns of the table are, so that it stays in 80 columns.
struct StatusColumns {
    /// A longer name gets a line of its own, so that it stays whole and the columns stay together.
    private static let longestName = 26
    private static let widestBar = 12
    private static let narrowestBar = 4

    private let name: Int
    private let source: Int
    private let state: Int
    private let left: Int
    /// 0: none.
    private let bar: Int

    init(_ rows: [StatusRow], hasBars: Bool) {
        func width(_ title: String, _ cells: [String]) -> Int {
            ([title] + cells).map(\.columns).max() ?? 0
        }
        name = width("PROFILE", rows.map(\.name).filter { $0.columns <= StatusColumns.longestName })
        source = width("SOURCE", rows.map(\.source))
        state = width("STATE", rows.map(\.state))
        left = width("LEFT", rows.map(\.left))
        let last = width("NEXT REFRESH", rows.map(\.nextRefresh))
        // Four gaps of two, and one blank behind the bar.
        let room = pageWidth - (name + source + state + left + last + 9)
        let isWanted = hasBars && rows.contains { $0.lifeLeft != nil }
        bar = isWanted && room >= StatusColumns.narrowestBar ? min(room, StatusColumns.widestBar) : 0
    }

    var heading: Line {
        let titles = [
            "PROFILE".padded(to: name), "SOURCE".padded(to: source), "STATE".padded(to: state),
            "LEFT".padded(to: left + barRoom), "NEXT REFRESH",
        ]
        return Line(titles.joined(separator: "  "), .bold)
    }

    private var barRoom: Int { bar > 0 ? bar + 1 : 0 }

    func lines(of row: StatusRow, _ pictures: Glyphs?) -> [Line] {
        let isLong = row.name.columns > StatusColumns.longestName
        var line = Line(
            (isLong ? "" : row.name).padded(to: name) + "  " + row.source.padded(to: source) + "  ")
        line.append(row.state.padded(to: state), row.colour)
        line.append("  ")
        if bar > 0, let pictures { append(row, pictures, to: &line) }
        line.append("\(row.left.padded(to: left))  \(row.nextRefresh)")
        return (isLong ? [Line(row.name)] : []) + [line] + row.remarks.flatMap(lines)
    }

    private func append(_ row: StatusRow, _ pictures: Glyphs, to line: inout Line) {
        if let share = row.lifeLeft { line.append(Bar(share), width: bar, pictures, row.colour) }
        line.pad(to: name + source + state + 6 + barRoom)
    }

    private func lines(of remark: String) -> [Line] {
        remark.wrapped(from: 4, indent: 4).split(separator: "\n").enumerated().map { index, text in
            Line((index == 0 ? "    " : "") + text, .dim)
        }
    }
}
