internal import Bytes
internal import CommandLine
internal import Commands
internal import Kernel
internal import Layout

/// The two streams that a person or a script reads.
struct Terminal {
    let ink: Ink
    let errorInk: Ink
    /// What pictures are made of.
    let glyphs: Glyphs
    /// The output is a terminal.
    let isSeen = StandardStream.output.isTerminal
    /// Standard error is a terminal.
    let isErrorSeen = StandardStream.error.isTerminal

    init() {
        ink = Ink(isTerminal: StandardStream.output.isTerminal, variable: ThisProcess.variable)
        errorInk = Ink(isTerminal: StandardStream.error.isTerminal, variable: ThisProcess.variable)
        glyphs = Glyphs(variable: ThisProcess.variable)
    }

    /// What was asked for.
    func print(_ text: String) throws(Failure) {
        try print(text.utf8Span.span)
    }

    /// What another program reads; on a terminal, what that would obey is escaped.
    func printForProgram(_ bytes: Span<UInt8>) throws(Failure) {
        guard isSeen else { return try print(bytes) }
        var text = ByteBuffer(capacity: bytes.count)
        text.append(visibleLines: bytes)
        try print(text.span)
    }

    func print(_ bytes: Span<UInt8>) throws(Failure) {
        do throws(SystemError) {
            try StandardStream.output.write(bytes)
        } catch {
            throw Failure(.usage, "the output cannot be written: \(error)")
        }
    }

    /// A sentence beside it, which may hold words of the daemon or of the command line.
    func say(_ message: Message) {
        explain(message.text(errorInk, columns: isErrorSeen ? columns(of: .error) : nil))
    }

    func note(_ sentence: String) { say(.note(sentence)) }

    func noteWaiting(for path: String) { note("waiting for the daemon at \(path) …") }

    /// How long an answer took; `start` is on the boot clock.
    func trace(_ request: APIRequest, over path: String, _ code: Int, since start: Int64) {
        let time = Figures.time(nanoseconds: Double(KernelClock.bootNanoseconds() - start), glyphs)
        note("\(request.line) over \(path): \(code) after \(time)")
    }

    /// More than a sentence.
    func explain(_ text: String) {
        // Where standard error cannot be written, there is nobody to tell.
        try? StandardStream.error.write(text.utf8Span.span)
    }

    /// How many columns the output has, where it is a terminal.
    var width: Int? { isSeen ? columns(of: .output) : nil }

    /// How many columns a stream shows.
    func columns(of stream: StandardStream) -> Int {
        TerminalSize(of: stream)?.columns ?? pageWidth
    }
}
