internal import CommandLine
package import Layout
internal import Time

/// How far a long run is.
package struct Progress: Sendable {
    package private(set) var done = 0
    /// From 0 to 1; `nil` where nobody knows how much there is.
    private var share: Double?
    /// In how many seconds it goes on, where it waits for a rate.
    private var resumesIn: Int?

    package init() {}

    package mutating func update(done: Int, share: Double?, resumesIn: Int? = nil) {
        self.done = done
        self.share = share
        self.resumesIn = resumesIn
    }

    /// One line: a bar where the end is known, the number, the rate, and the time that is left.
    package func line(after elapsed: Duration, _ glyphs: Glyphs, columns: Int) -> Line {
        let seconds = max(Double(elapsed.nanoseconds) / 1e9, 1e-9)
        var line = Line()
        if let share {
            line.append(Bar(share), width: min(30, max(columns - 50, 4)), glyphs, .cyan)
            line.append(" \(Int(share * 100))".aligned(to: 5) + " %")
        }
        line.append("  \(Figures.grouped(done)) URLs".aligned(to: 10))
        if let resumesIn {
            line.append("  rate limited, resuming in \(TimeSpan.short(seconds: resumesIn))", .yellow)
            return line.cut(to: columns, glyphs)
        }
        line.append("  \(Figures.short(Double(done) / seconds))/s", .bold)
        if let share, share > 0 {
            let left = min(seconds / share * (1 - share), 1e9)
            line.append("  \(TimeSpan.short(seconds: Int(left.rounded(.up)))) left", .dim)
        } else {
            line.append("  \(TimeSpan.short(seconds: Int(seconds)))", .dim)
        }
        return line.cut(to: columns, glyphs)
    }
}
