internal import CommandLine
internal import Layout

extension TopScreen {
    /// The course of requests, latency and refusals on the left, what does not change so fast on the right.
    var graphs: [Line] {
        let figures = model.figures
        return [
            graph(
                "requests", rate(figures?.requests), model.history.map(\.requests), .cyan,
                ("connections", connections)),
            graph(
                "latency", time(figures?.median), model.history.map(\.median), .green,
                ("99 % within", time(figures?.slow))),
            graph(
                "refused", rate(figures?.refusals), model.history.map(\.refusals), .red,
                ("processor", figures?.processor.map(Figures.percent) ?? "-")),
            graph("", "", [], nil, ("memory", memory)),
        ]
    }

    private static let labelWidth = 10
    private static let valueWidth = 9
    private static let sideWidth = 28

    private func graph(
        _ label: String, _ value: String, _ course: [Double?], _ colour: Ink.Colour?,
        _ side: (label: String, value: String)
    ) -> Line {
        var line = Line(label.padded(to: TopScreen.labelWidth), .bold)
        line.append(value.aligned(to: TopScreen.valueWidth) + "  ")
        let width = columns - TopScreen.labelWidth - TopScreen.valueWidth - TopScreen.sideWidth - 4
        if width > 4 { line.append(Sparkline(course).text(width, glyphs), colour) }
        line.pad(to: columns - TopScreen.sideWidth)
        line.append(side.label.padded(to: 13), .bold)
        line.append(side.value)
        return line
    }

    private func rate(_ value: Double?) -> String {
        value.map { "\(Figures.short($0))/s" } ?? "-"
    }

    private func time(_ nanoseconds: Double?) -> String {
        nanoseconds.map { Figures.time(nanoseconds: $0, glyphs) } ?? "-"
    }

    private var connections: String {
        guard let metrics = model.sample?.metrics, let open = metrics.value("ossauthd_connections") else {
            return "-"
        }
        let most = metrics.value("ossauthd_connections_max").map {
            " of \(Figures.grouped(Int(clamping: $0)))"
        }
        return Figures.grouped(Int(clamping: open)) + (most ?? "")
    }

    private var memory: String {
        let bytes = model.sample?.metrics?.value("ossauthd_process_resident_memory_bytes")
        return bytes.map { "\(Figures.fixed($0 / 1_048_576, decimals: 1)) MiB" } ?? "-"
    }
}

extension Int {
    /// The nearest whole number that there is; what is no number counts as none.
    init(clamping number: Double) {
        self = number.isNaN ? 0 : Int(exactly: number.rounded()) ?? (number < 0 ? .min : .max)
    }
}
