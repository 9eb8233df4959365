internal import CommandLine
internal import Commands
internal import Kernel
internal import Layout
internal import Time

/// What `status --watch` shows: the last status, and why there is no newer one.
struct StatusView {
    private let ink: Ink
    private let glyphs: Glyphs
    private var status: StatusAnswer?
    private var problem: String?

    init(_ ink: Ink, _ glyphs: Glyphs) {
        self.ink = ink
        self.glyphs = glyphs
    }

    mutating func take(_ answer: LiveAnswer) throws(Failure) {
        guard answer.code == 200 else { throw Failure(answer.code, answer.body.utf8Span.span, to: .status) }
        status = try Failure.reading { () throws(AnswerError) in try StatusAnswer(answer.body.utf8Span.span) }
        problem = nil
    }

    /// Who never was there is not waited for.
    mutating func fail(_ sentence: String) throws(Failure) {
        guard status != nil else { throw Failure(.unreachable, sentence) }
        problem = sentence
    }

    func frame(at now: Timestamp, _ size: TerminalSize) -> Frame {
        let page = StatusPage(at: now, ink, pictures: size.columns >= pageWidth ? glyphs : nil)
        var lines = status.map { page.lines(of: $0) } ?? []
        if let problem { lines.append(Line(problem, .red)) }
        // The cursor stands below the last line.
        return Frame(lines, columns: size.columns, rows: size.rows - 1, glyphs)
    }
}
