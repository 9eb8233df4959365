internal import CommandLine
internal import OSSAuthClient
package import Time

/// The screen of `top` for a terminal size.
package struct TopScreen {
    let model: TopModel
    let columns: Int
    let rows: Int
    let now: Timestamp
    let glyphs: Glyphs

    package init(_ model: TopModel, columns: Int, rows: Int, at now: Timestamp, _ glyphs: Glyphs) {
        self.model = model
        self.columns = columns
        self.rows = rows
        self.now = now
        self.glyphs = glyphs
    }

    package var frame: Frame {
        let footer = self.footer
        let room = max(rows - footer.count, 1)
        var lines = [Line()] + figures(in: room - 2)
        if model.goneSince != nil { lines = lines.map(\.dimmed) }
        lines = Array(([heading] + lines).prefix(room))
        lines += [Line](repeating: Line(), count: max(room - lines.count, 0)) + footer
        return Frame(lines, columns: columns, rows: rows, glyphs)
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
}

extension TopScreen {
    /// Graphs of requests, latency and refusals on the left, slow values on the right.
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

    private func time(_ seconds: Double?) -> String {
        seconds.map { Figures.time(nanoseconds: $0 * 1e9, glyphs) } ?? "-"
    }

    private var connections: String {
        guard let metrics = model.sample?.metrics, let open = metrics.value("ossauthd_connections") else {
            return "-"
        }
        let most = metrics.value("ossauthd_connections_max").map { " of \(count($0))" }
        return count(open) + (most ?? "")
    }

    private func count(_ number: Double) -> String {
        Int(exactly: number.rounded()).map(Figures.grouped) ?? "-"
    }

    private var memory: String {
        let bytes = model.sample?.metrics?.value("ossauthd_process_resident_memory_bytes")
        return bytes.map { "\(Figures.fixed($0 / 1_048_576, decimals: 1)) MiB" } ?? "-"
    }
}

extension TopScreen {
    /// On a small terminal the profiles have priority.
    var callers: [Line] {
        guard rows >= 18, let figures = model.figures else { return [] }
        return CallerTable(columns: columns, glyphs: glyphs).lines(figures.callers, atMost: rows / 8)
    }

    /// The table of `status` with the rate of each profile, as much as fits into `room` lines.
    func profiles(in room: Int) -> [Line] {
        let rows = model.profiles.map { StatusRow($0, at: now, signed: signed($0)) }
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

    private func signed(_ profile: SigningDaemon.Profile) -> String {
        rate(model.figures?.signatures[profile.name])
    }
}

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
