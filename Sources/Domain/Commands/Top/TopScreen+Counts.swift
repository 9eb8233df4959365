internal import CommandLine
internal import Layout

extension TopScreen {
    private static let most = 8

    /// The kinds of requests and those who ask, the busiest first; nothing where the daemon does not tell.
    var counts: [Line] {
        // On a small terminal the profiles come first.
        guard rows >= 18, let figures = model.figures else { return [] }
        let hasBoth = !figures.operations.isEmpty && !figures.callers.isEmpty
        let operations = table("OPERATION", figures.operations, atMost: hasBoth ? rows / 6 : rows / 4)
        let callers = table("CALLER", figures.callers, atMost: rows / 8)
        return operations + (hasBoth ? [Line()] : []) + callers
    }

    private func table(_ title: String, _ counts: [TopFigures.Count], atMost count: Int) -> [Line] {
        guard !counts.isEmpty else { return [] }
        let shown = counts.prefix(min(TopScreen.most, max(count, 2)))
        let busiest = shown.compactMap(\.rate).reduce(0, +)
        return [heading(title)] + shown.map { row($0, ofAll: busiest) }
    }

    /// A narrow terminal has no room for the picture and the sum.
    private var shareWidth: Int { max(columns - 61, 0) }
    private var totalWidth: Int { columns < 61 ? 0 : 15 }

    private func heading(_ title: String) -> Line {
        var line = title.padded(to: 14) + "RATE".aligned(to: 10) + "  " + "".padded(to: shareWidth)
        line +=
            (totalWidth > 0 ? "TOTAL".aligned(to: totalWidth) : "") + "REFUSED".aligned(to: 10)
            + "FAILED".aligned(to: 10)
        return Line(line.padded(to: columns), .reversed)
    }

    private func row(_ count: TopFigures.Count, ofAll total: Double) -> Line {
        var line = Line(count.name.visible.cut(to: 14, mark: glyphs.ellipsis).padded(to: 14))
        line.append((count.rate.map { "\(Figures.short($0))/s" } ?? "-").aligned(to: 10) + "  ")
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
