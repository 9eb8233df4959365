internal import Bytes
internal import Commands
internal import Kernel
internal import Layout

/// A terminal that is drawn on again and again, with the keys and signals that belong to it.
struct LiveScreen: ~Copyable {
    private let extent: TerminalScreen.Extent
    private let terminal: Terminal
    private let signals: SignalQueue
    private var screen: TerminalScreen?
    /// How wide the lines of the last frame are, which stand above the cursor.
    private var drawnWidths: [Int] = []

    /// Takes the terminal; `name` is the command that needs one.
    init(_ extent: TerminalScreen.Extent, for name: String, on terminal: Terminal) throws(Failure) {
        guard terminal.isSeen, StandardStream.input.isTerminal, ThisProcess.variable("TERM") != "dumb" else {
            throw Failure(.usage, "\(name) needs a terminal; for a program there is 'status --json'")
        }
        let signals = try LiveScreen.taking { () throws(SystemError) in
            try SignalQueue([.interrupt, .terminate, .hangup, .suspend, .resize])
        }
        screen = try LiveScreen.taking { () throws(SystemError) in try TerminalScreen(extent) }
        self.signals = signals
        self.extent = extent
        self.terminal = terminal
    }

    /// Runs what needs the terminal, and makes its error one of the program.
    private static func taking<Value: ~Copyable>(
        _ body: () throws(SystemError) -> Value
    ) throws(Failure) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw Failure(.usage, "the terminal cannot be used: \(error)")
        }
    }

    /// Asked for each frame: the signal of a change comes later than the change, and a line that is too long would stay.
    var size: TerminalSize {
        TerminalSize(of: .output) ?? TerminalSize(columns: 80, rows: 24)
    }

    func connect(_ link: inout Link) throws(Failure) {
        try link.listen(to: signals)
    }
}

extension LiveScreen {
    mutating func draw(_ frame: Frame) throws(Failure) {
        switch extent {
        case .whole: try terminal.print(frame.drawing(terminal.ink))
        case .lines:
            try terminal.print(frame.drawing(over: drawnRows, terminal.ink))
            drawnWidths = frame.lines.map(\.columns)
        }
    }

    /// Does what the signals ask for; the one that is to end the program, if there is one.
    mutating func takeSignals() throws(Failure) -> Signal? {
        while let signal = try LiveScreen.taking({ () throws(SystemError) in try signals.next() }) {
            switch signal {
            case .resize: try resize()
            case .suspend: try rest()
            default: return signal
            }
        }
        return nil
    }

    /// Gives the terminal back, and ends as whoever sent the signal expects.
    consuming func end(by signal: Signal) -> Never {
        screen = nil
        ThisProcess.end(by: signal)
    }

    /// The keys that were pressed since the last time.
    func keys() throws(Failure) -> [Key] {
        var bytes = ByteBuffer(capacity: 256)
        _ = try LiveScreen.taking { () throws(SystemError) in
            try StandardStream.input.receive(into: &bytes, atMost: 256)
        }
        return Key.all(in: bytes.span)
    }

    /// A terminal that became narrower has broken the lines that it had, as nearly all do.
    private var drawnRows: Int {
        let columns = max(size.columns, 1)
        return drawnWidths.reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) }
    }

    private func resize() throws(Failure) {
        if extent == .whole { try terminal.print("\u{1B}[2J") }
    }

    /// Control-Z: the terminal is the shell's until it is ours again.
    private mutating func rest() throws(Failure) {
        screen = nil
        ThisProcess.stop()
        screen = try LiveScreen.taking { () throws(SystemError) in try TerminalScreen(extent) }
        drawnWidths = []
    }
}
