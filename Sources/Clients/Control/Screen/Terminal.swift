internal import Bytes
internal import CommandLine
internal import Kernel
internal import OSSAuthClient

/// Standard output and standard error.
struct Terminal {
    let ink = Ink(isTerminal: StandardStream.output.isTerminal, variable: ThisProcess.variable)
    let errorInk = Ink(isTerminal: StandardStream.error.isTerminal, variable: ThisProcess.variable)
    /// The characters of bars and graphs.
    let glyphs = Glyphs(variable: ThisProcess.variable)
    /// Whether the output is a terminal.
    let isSeen = StandardStream.output.isTerminal
    /// Whether standard error is a terminal.
    let isErrorSeen = StandardStream.error.isTerminal

    /// Prints the result.
    func print(_ text: String) throws(Failure) {
        try print(text.utf8Span.span)
    }

    /// Prints output for another program; on a terminal, control characters are escaped.
    func printForProgram(_ bytes: Span<UInt8>) throws(Failure) {
        guard isSeen else { return try print(bytes) }
        var text = ByteBuffer(capacity: bytes.count)
        text.append(visibleLines: bytes)
        try print(text.span)
    }

    func print(_ bytes: Span<UInt8>) throws(Failure) {
        try Failure.saying("the output cannot be written", StandardStream.output.write(bytes))
    }

    /// Prints a sentence on standard error, which may contain words of the daemon or the command line.
    func say(_ message: Message) {
        explain(message.text(errorInk, columns: isErrorSeen ? columns(of: .error) : nil))
    }

    func note(_ sentence: String) { say(.note(sentence)) }

    /// Prints how long an answer took; `start` is on the boot clock.
    func trace(_ request: DaemonRequest, over path: String, _ code: Int, since start: Int64) {
        let time = Figures.time(nanoseconds: Double(KernelClock.bootNanoseconds() - start), glyphs)
        note("\(request.line) over \(path): \(code) after \(time)")
    }

    /// Prints text on standard error.
    func explain(_ text: String) {
        // An error of standard error cannot be reported.
        try? StandardStream.error.write(text.utf8Span.span)
    }

    /// The width of the output; `nil`: it is no terminal.
    var width: Int? { isSeen ? columns(of: .output) : nil }

    /// The output as a place for a page.
    var page: Page { Page(ink: ink, glyphs: glyphs, columns: width) }

    /// The width of a stream.
    func columns(of stream: StandardStream) -> Int {
        TerminalSize(of: stream)?.columns ?? pageWidth
    }
}

/// A sentence on standard error.
struct Message: Equatable, Sendable {
    private let kind: String
    private let colour: Ink.Colour
    private let sentence: String

    static func error(_ sentence: String) -> Message {
        Message(kind: "error:", colour: .red, sentence: sentence)
    }

    /// The command succeeded, but differently than expected.
    static func warning(_ sentence: String) -> Message {
        Message(kind: "warning:", colour: .yellow, sentence: sentence)
    }

    static func note(_ sentence: String) -> Message {
        Message(kind: "note:", colour: .cyan, sentence: sentence)
    }

    /// One line, wrapped on a terminal.
    func text(_ ink: Ink, columns: Int? = nil) -> String {
        let head = "ossauthctl: \(kind) "
        let rest = sentence.visible
        return "ossauthctl: " + ink(colour, kind) + " "
            + (columns.map { rest.wrapped(from: head.columns, indent: 2, to: $0) } ?? rest) + "\n"
    }
}

/// The note for a person who waits for the daemon, printed once after seconds of silence.
struct SilenceNote {
    private static let patience: Int64 = 2_000_000_000

    private let path: String
    private let terminal: Terminal
    /// When it is due, on the boot clock.
    private var due: Int64

    init(on path: String, _ terminal: Terminal) {
        self.path = path
        self.terminal = terminal
        due = terminal.isErrorSeen ? KernelClock.bootNanoseconds() + SilenceNote.patience : .max
    }

    /// Prints it when it is due; returns when that is.
    mutating func check() -> Int64 {
        guard KernelClock.bootNanoseconds() >= due else { return due }
        due = .max
        terminal.note("waiting for the daemon at \(path) …")
        return due
    }
}
