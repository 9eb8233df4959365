internal import CommandLine
internal import Kernel
internal import Time

/// The progress of a long run.
package struct Progress: Sendable {
    package private(set) var done = 0
    /// From 0 to 1; `nil`: the length of the list is unknown.
    private var share: Double?
    /// The seconds until it continues, while it waits for a rate.
    package var resumesIn: Int?

    package init() {}

    /// The share of the list that is done; `nil`: its size is unknown.
    ///
    /// Of a file only the size is known, so the `count` locations that were read stand for the part of it that was `read`.
    package static func share(done: Int, of count: Int, read: Int, total: Int) -> Double? {
        guard total > 0, count > 0 else { return nil }
        return min(Double(read) / Double(total) * Double(done) / Double(count), 1)
    }

    package mutating func update(done: Int, share: Double?) {
        self.done = done
        self.share = share
    }

    /// One line: a bar where the end is known, the number, the rate, and the remaining time.
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

/// Shows the progress on the terminal while nothing else is printed there.
final class ProgressDisplay {
    /// A shorter run shows no progress.
    private static let patience: Int64 = 400_000_000
    private static let interval: Int64 = 100_000_000

    private var progress = Progress()
    private let terminal: Terminal
    let isWanted: Bool
    private let start = KernelClock.bootNanoseconds()
    private var nextTime: Int64
    private var isShown = false
    /// The note of a run that has no answer yet.
    private var silence: SilenceNote?

    init(on terminal: Terminal, waitingFor path: String) {
        self.terminal = terminal
        isWanted = StandardStream.error.isTerminal && !terminal.isSeen
        nextTime = isWanted ? start + ProgressDisplay.patience : .max
        silence = SilenceNote(on: path, terminal)
    }

    /// Notes how much is done.
    func note(done: Int, share: Double?) {
        if done > 0 { silence = nil }
        progress.update(done: done, share: share)
    }

    /// Draws it when it is time; returns the time of the next update on the boot clock.
    func update() -> Int64 {
        if silence?.isDue == true { clear() }
        let silence = self.silence?.check() ?? .max
        let now = KernelClock.bootNanoseconds()
        if now >= nextTime {
            draw("\r", "\u{1B}[K", at: now)
            isShown = true
            nextTime = now + ProgressDisplay.interval
        }
        return min(nextTime, silence)
    }

    /// Waits for a rate until a time on the boot clock.
    func wait(until end: Int64) {
        while true {
            let left = end - KernelClock.bootNanoseconds()
            guard left > 0 else { break }
            progress.resumesIn = Int((left - 1) / 1_000_000_000 + 1)
            _ = update()
            ThisProcess.pause(nanoseconds: min(left, ProgressDisplay.interval))
        }
        progress.resumesIn = nil
    }

    /// Removes it before other output.
    func clear() {
        guard isShown else { return }
        terminal.explain("\r\u{1B}[K")
        isShown = false
    }

    /// Draws it for the last time.
    func finish() {
        guard isShown else { return }
        progress.update(done: progress.done, share: nil)
        draw("\r", "\u{1B}[K\n", at: KernelClock.bootNanoseconds())
        isShown = false
    }

    private func draw(_ before: String, _ behind: String, at now: Int64) {
        let width = terminal.columns(of: .error) - 1
        let line = progress.line(after: .nanoseconds(now - start), terminal.glyphs, columns: width)
        terminal.explain(before + line.text(terminal.errorInk) + behind)
    }
}
