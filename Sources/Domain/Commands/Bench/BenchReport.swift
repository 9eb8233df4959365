package import Bytes
internal import CommandLine
internal import JSON
package import Layout
internal import Time

/// What came of a load.
package struct BenchReport: Sendable {
    private let terms: BenchTerms
    package private(set) var answered = 0
    package private(set) var refused = 0
    private var latencies = LatencyHistogram()
    /// How long it really was.
    private var elapsed = Duration.zero

    package init(_ terms: BenchTerms) {
        self.terms = terms
    }

    package mutating func take(code: Int, nanoseconds: Int64) {
        if isAnswer(code) { answered += 1 } else { refused += 1 }
        latencies.record(UInt64(max(nanoseconds, 0)))
    }

    /// That the daemon is not healthy is no refusal to say so.
    package func isAnswer(_ code: Int) -> Bool {
        code == 200 || code == 503 && terms.operation == .health
    }

    package var isEmpty: Bool { latencies.count == 0 }

    package mutating func end(after elapsed: Duration) {
        self.elapsed = elapsed
    }

    private var rate: Double {
        let seconds = Double(elapsed.nanoseconds) / 1e9
        return seconds > 0 ? Double(answered) / seconds : 0
    }

    private static let mostRows = 12
    private static let shares: [(name: StaticString, title: String, share: Double)] = [
        ("p50", "half within", 0.5), ("p90", "90 % within", 0.9), ("p99", "99 % within", 0.99),
        ("p999", "99.9 % within", 0.999),
    ]
}

extension BenchReport {
    /// The figures, and with pictures the distribution of the latencies.
    package func lines(_ glyphs: Glyphs, hasHistogram: Bool) -> [Line] {
        let what = terms.operation.rawValue
        let connections = terms.connections == 1 ? "1 connection" : "\(terms.connections) connections"
        let depth = terms.depth == 1 ? "" : ", \(terms.depth) requests on the way on each"
        var head = Line(what, .bold)
        head.append(" over \(connections)\(depth), for \(TimeSpan.text(of: terms.duration))")
        return [head, Line()] + figures(glyphs) + (hasHistogram ? histogram(glyphs) : [])
    }

    private func figures(_ glyphs: Glyphs) -> [Line] {
        var lines = [
            row("rate", "\(Figures.grouped(Int(clamping: rate)))/s", .bold),
            row("answered", Figures.grouped(answered), nil),
        ]
        if refused > 0 { lines.append(row("refused", Figures.grouped(refused), .red)) }
        for part in BenchReport.shares {
            lines.append(row(part.title, time(Double(latencies.percentile(part.share)), glyphs), nil))
        }
        lines.append(row("longest", time(Double(latencies.longest), glyphs), nil))
        return lines
    }

    private func row(_ title: String, _ value: String, _ colour: Ink.Colour?) -> Line {
        var line = Line("  \(title)".padded(to: 18))
        line.append(value.aligned(to: 12), colour)
        return line
    }

    private func time(_ nanoseconds: Double, _ glyphs: Glyphs) -> String {
        Figures.time(nanoseconds: nanoseconds, glyphs)
    }

    private func histogram(_ glyphs: Glyphs) -> [Line] {
        let rows = significantRows
        guard let most = rows.map(\.count).max(), rows.count > 1 else { return [] }
        return [Line()]
            + rows.map { part in
                var line = Line("  from " + time(Double(part.lowest), glyphs).aligned(to: 8) + "  ")
                line.append(Bar(Double(part.count) / Double(most)).filled(44, glyphs), .cyan)
                line.append(" " + Figures.percent(Double(part.count) / Double(latencies.count)), .dim)
                return line
            }
    }

    /// Without those at the ends that round to nothing; the longest of all stands above.
    private var significantRows: ArraySlice<LatencyHistogram.Row> {
        let rows = latencies.rows
        let isSignificant = { (row: LatencyHistogram.Row) in row.count * 2_000 >= latencies.count }
        guard let first = rows.firstIndex(where: isSignificant),
            let last = rows.lastIndex(where: isSignificant)
        else { return [] }
        return BenchReport.merged(rows[first...last])
    }

    /// Coarser, until a small terminal shows them all.
    private static func merged(_ rows: ArraySlice<LatencyHistogram.Row>) -> ArraySlice<LatencyHistogram.Row> {
        guard rows.count > mostRows else { return rows }
        let pairs = stride(from: rows.startIndex, to: rows.endIndex, by: 2).map { index in
            rows[index].joined(with: index + 1 < rows.endIndex ? rows[index + 1] : nil)
        }
        return merged(pairs[...])
    }

    /// One line for a person who waits.
    package func progress(after elapsed: Duration, _ glyphs: Glyphs, columns: Int) -> Line {
        let seconds = Double(elapsed.nanoseconds) / 1e9
        var line = Line()
        let share = seconds / max(Double(terms.duration.nanoseconds) / 1e9, 0.001)
        line.append(Bar(share), width: min(30, max(columns - 40, 4)), glyphs, .cyan)
        line.append("  \(Figures.short(Double(answered) / max(seconds, 0.001)))/s", .bold)
        if refused > 0 { line.append("  \(Figures.grouped(refused)) refused", .red) }
        return line.cut(to: columns, glyphs)
    }
}

extension BenchReport {
    /// The same for a program; times are nanoseconds.
    package func write(into output: inout ByteBuffer) {
        output.beginObject()
        output.member("operation", terms.operation.rawValue)
        output.member("connections", terms.connections)
        output.member("pipeline", terms.depth)
        output.member("elapsedMilliseconds", Int(elapsed.nanoseconds / 1_000_000))
        output.member("answered", answered)
        output.member("refused", refused)
        output.member("requestsPerSecond", Int(clamping: rate))
        output.name("latencyNanoseconds")
        output.beginObject()
        output.member("mean", Int(clamping: latencies.mean))
        for part in BenchReport.shares { output.member(part.name, Int(latencies.percentile(part.share))) }
        output.member("max", Int(clamping: latencies.longest))
        output.endObject()
        output.endObject()
        output.append(UInt8(ascii: "\n"))
    }
}
