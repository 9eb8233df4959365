internal import Bytes
internal import Kernel

/// A terminal for live output, with its keys and signals.
struct LiveScreen: ~Copyable {
    private let extent: TerminalScreen.Extent
    private let terminal: Terminal
    private let signals: SignalQueue
    private var screen: TerminalScreen?
    /// The widths of the lines of the last frame, above the cursor.
    private var drawnWidths: [Int] = []

    /// Takes over the terminal; `name`: the command that needs it.
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

    /// Runs a function of the terminal, and makes its error one of the program.
    private static func taking<Value: ~Copyable>(
        _ body: () throws(SystemError) -> Value
    ) throws(Failure) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw Failure(.usage, "the terminal cannot be used: \(error)")
        }
    }

    /// Read for each frame: the signal of a change arrives after it, and a line that is too long would remain.
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

    /// Handles the signals, and returns one that ends the program.
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

    /// Restores the terminal, and ends by the signal.
    consuming func end(by signal: Signal) -> Never {
        screen = nil
        ThisProcess.end(by: signal)
    }

    /// The keys that were pressed since the last call.
    func keys() throws(Failure) -> [Key] {
        var bytes = ByteBuffer(capacity: 256)
        _ = try LiveScreen.taking { () throws(SystemError) in
            try StandardStream.input.receive(into: &bytes, atMost: 256)
        }
        return Key.all(in: bytes.span)
    }

    /// Nearly every terminal wraps the existing lines when it becomes narrower.
    private var drawnRows: Int {
        let columns = max(size.columns, 1)
        return drawnWidths.reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) }
    }

    private func resize() throws(Failure) {
        if extent == .whole { try terminal.print("\u{1B}[2J") }
    }

    /// Control-Z: returns the terminal to the shell until the program continues.
    private mutating func rest() throws(Failure) {
        screen = nil
        ThisProcess.stop()
        screen = try LiveScreen.taking { () throws(SystemError) in try TerminalScreen(extent) }
        drawnWidths = []
    }
}

/// A key of the keyboard.
package enum Key: Equatable, Sendable {
    case character(Character)
    case up, down, pageUp, pageDown, home, end
    case enter, escape, backspace

    /// The keys in the input of a terminal, without unknown ones.
    package static func all(in bytes: Span<UInt8>) -> [Key] {
        var rest = Array(String(copying: bytes).unicodeScalars)[...]
        var keys: [Key] = []
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\u{1B}": if let key = sequence(&rest) { keys.append(key) }
            case "\r", "\n": keys.append(.enter)
            case "\u{7F}", "\u{8}": keys.append(.backspace)
            default: if scalar.value >= 0x20 { keys.append(.character(Character(scalar))) }
            }
        }
        return keys
    }

    /// The key behind an escape character (ECMA-48, 5.4); alone it is the escape key.
    private static func sequence(_ rest: inout ArraySlice<Unicode.Scalar>) -> Key? {
        guard let introducer = rest.first, introducer == "[" || introducer == "O" else { return .escape }
        rest.removeFirst()
        var parameters = ""
        while let scalar = rest.popFirst() {
            guard 0x40...0x7E ~= scalar.value else {
                parameters.unicodeScalars.append(scalar)
                continue
            }
            return named[parameters + String(scalar)]
        }
        return nil
    }

    private static let named: [String: Key] = [
        "A": .up, "B": .down, "H": .home, "F": .end, "1~": .home, "7~": .home, "4~": .end, "8~": .end,
        "5~": .pageUp, "6~": .pageDown,
    ]
}
