internal import Bytes
internal import Kernel
internal import Time

/// The whole terminal for live output, with the signals that it must not miss.
struct LiveScreen: ~Copyable {
    private static let problem = "the terminal cannot be used"
    /// The pause between two looks at the keys while the daemon is silent.
    private static let pause: Int64 = 100_000_000

    private let terminal: Terminal
    private let signals: SignalQueue
    private var screen: TerminalScreen?

    /// Takes over the terminal.
    init(on terminal: Terminal) throws(Failure) {
        guard terminal.isSeen, StandardStream.input.isTerminal, ThisProcess.variable("TERM") != "dumb" else {
            throw Failure(.usage, "top needs a terminal; for a program there is 'status --json'")
        }
        let signals = try Failure.saying(
            LiveScreen.problem, SignalQueue([.interrupt, .terminate, .hangup, .suspend, .resize]))
        screen = try Failure.saying(LiveScreen.problem, TerminalScreen())
        self.signals = signals
        self.terminal = terminal
    }

    /// Reads the size for each frame: the signal of a change arrives after it, and a line that is too long would remain.
    func draw(_ model: TopModel) throws(Failure) {
        let size = TerminalSize(of: .output) ?? TerminalSize(columns: 80, rows: 24)
        let screen = TopScreen(
            model: model, columns: size.columns, rows: size.rows, now: .now, glyphs: terminal.glyphs)
        try terminal.print(screen.lines.drawing(terminal.ink, columns: size.columns))
    }

    /// Waits until a time on the boot clock, or for an event after which to draw again; `false`: the user pressed q.
    mutating func wait(until deadline: Int64) throws(Failure) -> Bool {
        try Failure.saying(LiveScreen.problem, signals.wait(orForInputOf: .input, until: deadline))
        while let signal = try Failure.saying(LiveScreen.problem, signals.next()) {
            try take(signal)
        }
        var keys = ByteBuffer(capacity: 256)
        _ = try Failure.saying(LiveScreen.problem, StandardStream.input.receive(into: &keys, atMost: 256))
        return keys.span.firstIndex(of: UInt8(ascii: "q")) == nil
    }

    /// Looks at keys and signals while the daemon is silent, and draws; returns when to look again.
    mutating func glance(_ model: TopModel) -> Int64 {
        let now = KernelClock.bootNanoseconds()
        if (try? wait(until: now)) == false {
            screen = nil
            ThisProcess.exit(ExitStatus.done.rawValue)
        }
        try? draw(model)
        return now + LiveScreen.pause
    }

    private mutating func take(_ signal: Signal) throws(Failure) {
        guard signal != .resize else { return try terminal.print("\u{1B}[2J") }
        screen = nil
        guard signal == .suspend else { ThisProcess.end(by: signal) }
        ThisProcess.stop()
        screen = try Failure.saying(LiveScreen.problem, TerminalScreen())
    }
}
