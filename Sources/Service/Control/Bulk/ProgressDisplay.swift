internal import Commands
internal import Kernel
internal import Layout
internal import Time

/// Shows on the terminal how far a long run is, while nothing else is printed there.
struct ProgressDisplay: ~Copyable {
    /// What is over before is not worth a word.
    private static let patience: Int64 = 400_000_000
    private static let interval: Int64 = 100_000_000

    private var progress = Progress()
    private let terminal: Terminal
    let isWanted: Bool
    private let start = KernelClock.bootNanoseconds()
    private var nextTime: Int64
    private var isShown = false

    init(on terminal: Terminal) {
        self.terminal = terminal
        isWanted = StandardStream.error.isTerminal && !terminal.isSeen
        nextTime = isWanted ? start + ProgressDisplay.patience : .max
    }

    /// When there is something to show, on the boot clock.
    var due: Int64 { nextTime }

    /// `resumeTime`: when it goes on, on the boot clock, where it waits for a rate.
    mutating func update(done: Int, share: Double?, resumeTime: Int64? = nil) {
        let now = KernelClock.bootNanoseconds()
        let resumesIn = resumeTime.map { Int((max($0 - now, 0) + 999_999_999) / 1_000_000_000) }
        progress.update(done: done, share: share, resumesIn: resumesIn)
        guard now >= nextTime else { return }
        draw("\r", "\u{1B}[K", at: now)
        isShown = true
        nextTime = now + ProgressDisplay.interval
    }

    /// Takes it away, so that something else can be said.
    mutating func clear() {
        guard isShown else { return }
        terminal.explain("\r\u{1B}[K")
        isShown = false
    }

    /// Leaves it as it was at the end.
    mutating func finish(done: Int) {
        guard isShown else { return }
        progress.update(done: done, share: nil)
        draw("\r", "\u{1B}[K\n", at: KernelClock.bootNanoseconds())
        isShown = false
    }

    private func draw(_ before: String, _ behind: String, at now: Int64) {
        let width = terminal.columns(of: .error) - 1
        let line = progress.line(after: .nanoseconds(now - start), terminal.glyphs, columns: width)
        terminal.explain(before + line.text(terminal.errorInk) + behind)
    }
}
