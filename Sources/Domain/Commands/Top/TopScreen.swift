internal import CommandLine
package import Layout
package import Time

/// What `top` shows on a terminal of some size.
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
        var lines = [Line()] + (model.showsHelp ? help : figures(in: room - 2))
        if model.goneSince != nil { lines = lines.map(\.dimmed) }
        lines = Array(([heading] + lines).prefix(room))
        lines += [Line](repeating: Line(), count: max(room - lines.count, 0)) + footer
        return Frame(lines, columns: columns, rows: rows, glyphs)
    }

    private func figures(in room: Int) -> [Line] {
        let graphs = self.graphs + [Line()]
        let counts = self.counts
        return graphs + profiles(in: max(room - graphs.count - counts.count, 2)) + counts
    }

    private var heading: Line {
        guard let status = model.sample?.status else { return Line("ossauthd", .bold) }
        var line = Line("ossauthd \(status.version)", .bold)
        if let time = model.goneSince {
            line.append("  gone for \(TimeSpan.short(.seconds(max(0, now - time))))", .red)
        } else {
            line.append("  pid \(status.process)  up \(TimeSpan.short(seconds: status.uptimeSeconds))  ")
            line.append(status.isReady ? "ready" : "not ready", status.isReady ? .green : .red)
        }
        let right = "every \(TimeSpan.text(of: model.interval))"
        line.pad(to: columns - right.columns)
        line.append(right, .dim)
        return line
    }

    /// What is wrong, in as many lines as it needs, else the keys.
    private var footer: [Line] {
        guard let problem = model.problem ?? model.exclusion, !model.isTyping else { return [keys] }
        return problem.visible.wrapped(from: 0, indent: 2, to: columns).split(separator: "\n")
            .map { Line(String($0), .red) }
    }

    private var keys: Line {
        if model.isTyping { return Line("filter: \(model.filter)\(glyphs.cursor)", .bold) }
        var line = Line()
        if model.isPaused { line.append(" paused ", .reversed) }
        if model.isPaused { line.append("  ") }
        if !model.filter.isEmpty { line.append("filter: \(model.filter)  ", .bold) }
        let keys = "q quit  s sort  r reverse  / filter  p pause  ? help"
        // The help has the others.
        line.append(line.columns + keys.columns <= columns ? keys : "q quit  ? help", .dim)
        return line
    }

    private var help: [Line] {
        let keys = [
            ("q", "quit"), ("s", "sort the profiles by name, life left or rate"), ("r", "reverse the order"),
            ("/", "show only profiles whose names hold a text"),
            ("p, space", "pause, and go on"), ("up, down, Page Up, Page Down", "move through the profiles"),
            ("?, h", "this help, and back"),
        ]
        return [Line("Keys", .bold)]
            + keys.map { key, meaning in
                var line = Line("  \(key)", .cyan)
                line.pad(to: min(32, columns / 2 - 8))
                line.append(" \(meaning)")
                return line
            }
    }
}
