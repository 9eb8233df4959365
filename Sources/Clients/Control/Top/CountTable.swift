internal import CommandLine

/// The table of operations or callers, the busiest first.
struct CountTable {
    private static let most = 8
    private static let timeWidth = 8

    let title: String
    /// Whether it has the time that the daemon spent.
    let hasTime: Bool
    let columns: Int
    let glyphs: Glyphs

    func lines(_ counts: [TopFigures.Count], atMost count: Int) -> [Line] {
        guard !counts.isEmpty else { return [] }
        let shown = counts.prefix(min(CountTable.most, max(count, 2)))
        let busiest = shown.compactMap(\.rate).reduce(0, +)
        return [heading] + shown.map { row($0, ofAll: busiest) }
    }

    /// The width of the columns that are always there, and of the total.
    private var otherWidth: Int { hasTime ? 61 + CountTable.timeWidth : 61 }

    /// On a narrow terminal, bar and total are left out.
    private var shareWidth: Int { max(columns - otherWidth, 0) }

    private var totalWidth: Int { columns < otherWidth ? 0 : 15 }

    private var heading: Line {
        var line = title.padded(to: 14) + "RATE".aligned(to: 10)
        if hasTime { line += "TIME".aligned(to: CountTable.timeWidth) }
        line += "  " + "".padded(to: shareWidth)
        if totalWidth > 0 { line += "TOTAL".aligned(to: totalWidth) }
        line += "REFUSED".aligned(to: 10) + "FAILED".aligned(to: 10)
        return Line(line.padded(to: columns), .reversed)
    }

    private func row(_ count: TopFigures.Count, ofAll total: Double) -> Line {
        var line = Line(count.name.visible.cut(to: 14, mark: glyphs.ellipsis).padded(to: 14))
        line.append((count.rate.map { "\(Figures.short($0))/s" } ?? "-").aligned(to: 10))
        if hasTime {
            line.append((count.busy.map(Figures.percent) ?? "-").aligned(to: CountTable.timeWidth))
        }
        line.append("  ")
        let start = line.columns
        if let rate = count.rate, total > 0 {
            line.append(Bar(rate / total).filled(shareWidth, glyphs), .cyan)
        }
        line.pad(to: start + shareWidth)
        if totalWidth > 0 {
            line.append(Figures.grouped(Int(clamping: count.total)).aligned(to: totalWidth))
        }
        append(count.refused, .yellow, to: &line)
        append(count.failed, .red, to: &line)
        return line
    }

    private func append(_ count: Double, _ colour: Ink.Colour, to line: inout Line) {
        line.append(Figures.grouped(Int(clamping: count)).aligned(to: 10), count > 0 ? colour : nil)
    }
}
