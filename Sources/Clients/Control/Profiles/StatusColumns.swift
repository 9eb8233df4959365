internal import CommandLine

/// The columns of the status table, as many as fit on a terminal.
struct StatusColumns {
    /// A column by its title.
    fileprivate enum Column: String, CaseIterable {
        case name = "PROFILE"
        case source = "SOURCE"
        case state = "STATE"
        case left = "LEFT"
        case refresh = "NEXT REFRESH"
        case signed = "SIGNED"
    }

    /// A longer name gets a line of its own, so that the columns stay aligned.
    private static let longestName = 26
    private static let widestBar = 12
    private static let narrowestBar = 4
    private static let gap = 2

    private let columns: [(column: Column, width: Int)]
    /// 0: no bar.
    private let bar: Int
    private let page: Int

    /// `width`: the width of the terminal; `nil`: the output is none.
    init(_ rows: [StatusRow], width: Int?) {
        page = width ?? pageWidth
        let hasRates = rows.contains { $0.signed != nil }
        var columns = Column.allCases.filter { $0 != .signed || hasRates }.map { column in
            let cells = rows.map { $0.text(of: column) }.filter {
                column != .name || $0.columns <= StatusColumns.longestName
            }
            return (column: column, width: (cells + [column.rawValue]).map(\.columns).max() ?? 0)
        }
        func total() -> Int { columns.reduce(-StatusColumns.gap) { $0 + $1.width + StatusColumns.gap } }
        if let width {
            for column in [Column.source, .refresh] where total() > width {
                columns.removeAll { $0.column == column }
            }
        }
        // One space follows the bar.
        let room = min(page, pageWidth) - total() - 1
        let hasBars = width != nil && rows.contains { $0.lifeLeft != nil }
        bar = hasBars && room >= StatusColumns.narrowestBar ? min(room, StatusColumns.widestBar) : 0
        self.columns = columns
    }

    var heading: Line {
        let last = columns.last?.column
        let cells = columns.map { column, width in
            column == last ? column.rawValue : column.rawValue.padded(to: width + room(in: column))
        }
        return Line(cells.joined(separator: String(repeating: " ", count: StatusColumns.gap)), .bold)
    }

    /// The cells, with a longer name above them, and the remarks below.
    func lines(of row: StatusRow, _ glyphs: Glyphs) -> [Line] {
        let isLong = row.name.columns > StatusColumns.longestName
        return (isLong ? [Line(row.name)] : []) + [line(of: row, glyphs, hasName: !isLong)]
            + row.remarks.flatMap(lines)
    }

    /// The cells in one line.
    func line(of row: StatusRow, _ glyphs: Glyphs, hasName: Bool = true) -> Line {
        var line = Line()
        for (index, (column, width)) in columns.enumerated() {
            if index > 0 { line.append(String(repeating: " ", count: StatusColumns.gap)) }
            let end = line.columns + width + room(in: column)
            if column == .left, bar > 0 { append(row, glyphs, to: &line) }
            let text =
                column != .name
                ? row.text(of: column) : hasName ? row.name.cut(to: width, mark: glyphs.ellipsis) : ""
            line.append(text, column == .state ? row.colour : nil)
            if index < columns.count - 1 { line.pad(to: end) }
        }
        return line
    }

    private func room(in column: Column) -> Int { column == .left && bar > 0 ? bar + 1 : 0 }

    private func append(_ row: StatusRow, _ glyphs: Glyphs, to line: inout Line) {
        let start = line.columns
        if let share = row.lifeLeft {
            let (filled, rest) = glyphs.bar(share, width: bar)
            line.append(filled, row.colour)
            line.append(rest, .dim)
        }
        line.pad(to: start + bar + 1)
    }

    private func lines(of remark: String) -> [Line] {
        remark.wrapped(from: 4, indent: 4, to: page).split(separator: "\n").enumerated().map { index, text in
            Line((index == 0 ? "    " : "") + text, .dim)
        }
    }
}

extension StatusRow {
    fileprivate func text(of column: StatusColumns.Column) -> String {
        switch column {
        case .name: name
        case .source: source
        case .state: state
        case .left: left
        case .refresh: nextRefresh
        case .signed: signed ?? ""
        }
    }
}
