internal import CommandLine

/// The table of callers, the busiest first.
struct CallerTable {
    private static let most = 8
    private static let nameWidth = 14

    let columns: Int
    let glyphs: Glyphs

    func lines(_ callers: [TopFigures.Caller], atMost count: Int) -> [Line] {
        guard !callers.isEmpty else { return [] }
        return [heading] + callers.prefix(min(CallerTable.most, max(count, 2))).map(row)
    }

    private var heading: Line {
        let titles = ["RATE", "TIME", "REFUSED", "FAILED"].map { $0.aligned(to: 10) }.joined()
        return Line(("CALLER".padded(to: CallerTable.nameWidth) + titles).padded(to: columns), .reversed)
    }

    private func row(_ caller: TopFigures.Caller) -> Line {
        let name = caller.name.visible.cut(to: CallerTable.nameWidth, mark: glyphs.ellipsis)
        var line = Line(name.padded(to: CallerTable.nameWidth))
        line.append((caller.rate.map { "\(Figures.short($0))/s" } ?? "-").aligned(to: 10))
        line.append((caller.busy.map(Figures.percent) ?? "-").aligned(to: 10))
        append(caller.refused, .yellow, to: &line)
        append(caller.failed, .red, to: &line)
        return line
    }

    private func append(_ count: Int, _ colour: Ink.Colour, to line: inout Line) {
        line.append(Figures.grouped(count).aligned(to: 10), count > 0 ? colour : nil)
    }
}
