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
    private var goneSince: Timestamp?
    /// Why programs cannot reach the daemon, which answers us.
    private var exclusion: String?

    init(_ ink: Ink, _ glyphs: Glyphs) {
        self.ink = ink
        self.glyphs = glyphs
    }

    mutating func take(_ answer: LiveAnswer, exclusion: Failure?) throws(Failure) {
        guard answer.code == 200 else { throw Failure(answer.code, answer.body.utf8Span.span, to: .status) }
        status = try StatusAnswer(reading: answer.body.utf8Span.span)
        self.exclusion = exclusion?.sentence
        problem = nil
        goneSince = nil
    }

    /// A daemon that was never there is not waited for.
    mutating func fail(_ failure: Failure, at now: Timestamp) throws(Failure) {
        guard status != nil else { throw failure }
        problem = failure.sentence
        goneSince = goneSince ?? now
    }

    /// The cursor stands below the last line.
    func frame(at now: Timestamp, _ size: TerminalSize) -> Frame {
        let page = StatusPage(at: now, ink, glyphs, columns: size.columns)
        let lines = status.map { status in
            goneSince.map { page.lines(of: status, goneSince: $0) } ?? page.lines(of: status)
        }
        let note = (problem ?? exclusion).map { page.wrapped($0, .red) } ?? []
        let room = max(size.rows - 1 - note.count, 0)
        return Frame(
            shortened(lines ?? [], to: room) + note, columns: size.columns, rows: size.rows - 1, glyphs)
    }

    /// What there is no room for is not silently left out.
    private func shortened(_ lines: [Line], to room: Int) -> [Line] {
        guard lines.count > room, room > 0 else { return lines }
        let rest = lines.count - room + 1
        return lines.prefix(room - 1)
            + [Line("\(rest) more lines need a larger terminal; 'ossauthctl top' scrolls", .dim)]
    }
}
