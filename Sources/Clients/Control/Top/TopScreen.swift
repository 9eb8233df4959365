internal import CommandLine
internal import OSSAuthClient
internal import Time

/// The screen of `top` for a terminal size.
struct TopScreen {
    let model: TopModel
    let columns: Int
    let rows: Int
    let now: Timestamp
    let glyphs: Glyphs

    /// A line for each row.
    var lines: [Line] {
        let footer = self.footer
        let room = max(rows - footer.count, 1)
        var lines = [Line()] + figures(in: room - 2)
        if model.goneSince != nil { lines = lines.map(\.dimmed) }
        lines = Array(([heading] + lines).prefix(room))
        lines += [Line](repeating: Line(), count: max(room - lines.count, 0)) + footer
        return lines.prefix(max(rows, 0)).map { $0.cut(to: columns, glyphs) }
    }

    private func figures(in room: Int) -> [Line] {
        let graphs = self.graphs + [Line()]
        let callers = self.callers
        return graphs + profiles(in: max(room - graphs.count - callers.count, 2)) + callers
    }

    private var heading: Line {
        guard let status = model.sample?.status else { return Line("ossauthd", .bold) }
        var line = Line("ossauthd \(status.version)", .bold)
        if let time = model.goneSince {
            line.append("  gone for \(TimeSpan.short(.seconds(max(0, now - time))))", .red)
        } else {
            line.append("  pid \(status.processID)  up \(TimeSpan.short(status.uptime))  ")
            line.append(status.isReady ? "ready" : "not ready", status.isReady ? .green : .red)
        }
        return line
    }

    /// The problem, wrapped, or the key.
    private var footer: [Line] {
        guard let problem = model.problem ?? model.exclusion else { return [Line("q quit", .dim)] }
        return problem.visible.wrapped(from: 0, indent: 2, to: columns).split(separator: "\n")
            .map { Line(String($0), .red) }
    }

    /// Graphs of requests, latency and refusals on the left, slow values on the right.
    private var graphs: [Line] {
        let history = model.history
        return [
            graph(
                "requests", rate(history.last?.requests), history.map(\.requests), .cyan,
                ("connections", connections)),
            graph(
                "latency", time(history.last?.median), history.map(\.median), .green,
                ("99 % within", time(model.latency(0.99)))),
            graph(
                "refused", rate(history.last?.refusals), history.map(\.refusals), .red,
                ("processor", share(model.rates?.value("ossauthd_process_cpu_seconds_total")))),
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
        if width > 4 { line.append(glyphs.graph(course, width: width), colour) }
        line.pad(to: columns - TopScreen.sideWidth)
        line.append(side.label.padded(to: 13), .bold)
        line.append(side.value)
        return line
    }

    private func rate(_ value: Double?) -> String {
        value.map { "\(Figures.short($0))/s" } ?? "-"
    }

    private func time(_ seconds: Double?) -> String {
        seconds.map { Figures.time(nanoseconds: $0 * 1e9, glyphs) } ?? "-"
    }

    private func share(_ value: Double?) -> String { value.map(Figures.percent) ?? "-" }

    private func metric(_ name: String, _ text: (Double) -> String) -> String? {
        model.sample?.metrics?.value(name).map(text)
    }

    private var connections: String {
        let most = metric("ossauthd_connections_max") { " of \(count($0))" } ?? ""
        return metric("ossauthd_connections") { count($0) + most } ?? "-"
    }

    private func count(_ number: Double) -> String {
        Int(exactly: number.rounded()).map(Figures.grouped) ?? "-"
    }

    private var memory: String {
        metric("ossauthd_process_resident_memory_bytes") {
            "\(Figures.fixed($0 / 1_048_576, decimals: 1)) MiB"
        } ?? "-"
    }

    /// The table of `status` with the rate of each profile, as much as fits into `room` lines.
    private func profiles(in room: Int) -> [Line] {
        let signatures = model.rates?.values("ossauthd_signatures_total", by: "profile")
        let rows = model.profiles.map { StatusRow($0, at: now, signed: rate(signatures?[$0.name])) }
        let table = StatusColumns(rows, width: columns)
        var heading = Line(table.heading.plain, .reversed)
        heading.append(String(repeating: " ", count: max(columns - heading.columns, 0)), .reversed)
        guard !rows.isEmpty else {
            let reason = model.sample == nil ? "" : "There is no profile that you may use."
            return [heading, Line(reason, .dim), Line()]
        }
        let isTooMany = rows.count > room - 2
        let shown = isTooMany ? rows.prefix(max(room - 3, 1)) : rows[...]
        var lines = shown.flatMap { table.lines(of: $0, glyphs) }
        // The last errors, where all of them fit.
        if lines.count > room - 2 { lines = shown.map { table.line(of: $0, glyphs) } }
        if isTooMany {
            let count = rows.count - shown.count
            lines.append(Line("and \(count) more; 'ossauthctl status' shows all", .dim))
        }
        return [heading] + lines + [Line()]
    }
}

// The table of callers.
extension TopScreen {
    private static let mostCallers = 8
    private static let nameWidth = 14

    /// On a small terminal the profiles have priority.
    private var callers: [Line] {
        let rows = rows < 18 ? [] : model.callers.prefix(min(TopScreen.mostCallers, max(rows / 8, 2)))
        guard !rows.isEmpty else { return [] }
        let titles = ["RATE", "TIME", "REFUSED", "FAILED"].map { $0.aligned(to: 10) }.joined()
        let heading = ("CALLER".padded(to: TopScreen.nameWidth) + titles).padded(to: columns)
        return [Line(heading, .reversed)] + rows.map(row)
    }

    private func row(_ busy: TopModel.BusyCaller) -> Line {
        let name = busy.name.visible.cut(to: TopScreen.nameWidth, mark: glyphs.ellipsis)
        var line = Line(name.padded(to: TopScreen.nameWidth))
        line.append(rate(busy.requests).aligned(to: 10) + share(busy.busy).aligned(to: 10))
        for (count, colour) in [(busy.caller.refused, Ink.Colour.yellow), (busy.caller.failed, .red)] {
            line.append(Figures.grouped(count).aligned(to: 10), count > 0 ? colour : nil)
        }
        return line
    }
}
