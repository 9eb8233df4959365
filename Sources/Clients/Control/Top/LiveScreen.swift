internal import Bytes
internal import Kernel

/// The whole terminal for live output, with the signals that it must not miss.
struct LiveScreen: ~Copyable {
    private let terminal: Terminal
    private let signals: SignalQueue
    private var screen: TerminalScreen?

    /// Takes over the terminal; `name`: the command that needs it.
    init(for name: String, on terminal: Terminal) throws(Failure) {
        guard terminal.isSeen, StandardStream.input.isTerminal, ThisProcess.variable("TERM") != "dumb" else {
            throw Failure(.usage, "\(name) needs a terminal; for a program there is 'status --json'")
        }
        let signals = try LiveScreen.taking(
            SignalQueue([.interrupt, .terminate, .hangup, .suspend, .resize]))
        screen = try LiveScreen.taking(TerminalScreen())
        self.signals = signals
        self.terminal = terminal
    }

    /// Uses the terminal, and makes an error one of the program.
    private static func taking<Value: ~Copyable>(
        _ body: @autoclosure () throws(SystemError) -> Value
    ) throws(Failure) -> Value {
        try Failure.saying("the terminal cannot be used", body())
    }

    /// Read for each frame: the signal of a change arrives after it, and a line that is too long would remain.
    var size: TerminalSize {
        TerminalSize(of: .output) ?? TerminalSize(columns: 80, rows: 24)
    }
}

extension LiveScreen {
    func draw(_ frame: Frame) throws(Failure) {
        try terminal.print(frame.drawing(terminal.ink))
    }

    /// Waits until a time on the boot clock, or for an event after which to draw again; `false`: the user pressed q.
    mutating func wait(until deadline: Int64) throws(Failure) -> Bool {
        try LiveScreen.taking(signals.wait(orForInputOf: .input, until: deadline))
        while let signal = try LiveScreen.taking(signals.next()) {
            try take(signal)
        }
        var keys = ByteBuffer(capacity: 256)
        _ = try LiveScreen.taking(StandardStream.input.receive(into: &keys, atMost: 256))
        return keys.span.firstIndex(of: UInt8(ascii: "q")) == nil
    }

    private mutating func take(_ signal: Signal) throws(Failure) {
        switch signal {
        case .resize: try terminal.print("\u{1B}[2J")
        case .suspend:
            leave()
            ThisProcess.stop()
            screen = try LiveScreen.taking(TerminalScreen())
        default:
            leave()
            ThisProcess.end(by: signal)
        }
    }

    /// Restores the terminal.
    mutating func leave() {
        screen = nil
    }
}
