internal import CommandLine
internal import Kernel
internal import OSSAuthClient
internal import Time

/// The screen of `status --watch`: the last status, and why there is no newer one.
struct StatusView {
    private let ink: Ink
    private let glyphs: Glyphs
    private var status: SigningDaemon.Status?
    private var problem: String?
    private var goneSince: Timestamp?
    /// Why programs cannot connect to the daemon, which answers on the admin socket.
    private var exclusion: String?

    init(_ ink: Ink, _ glyphs: Glyphs) {
        self.ink = ink
        self.glyphs = glyphs
    }

    mutating func take(_ answer: LiveAnswer, exclusion: Failure?) throws(Failure) {
        guard answer.code == 200 else { throw Failure(answer.code, answer.body.utf8Span.span, to: .status) }
        status = try SigningDaemon.Status(reading: answer.body.utf8Span.span)
        self.exclusion = exclusion?.sentence
        problem = nil
        goneSince = nil
    }

    /// Before the first answer, a failure ends the command.
    mutating func fail(_ failure: Failure, at now: Timestamp) throws(Failure) {
        guard status != nil else { throw failure }
        problem = failure.sentence
        goneSince = goneSince ?? now
    }

    /// The frame, with the cursor below its last line.
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

    /// The lines that fit, and a line about the rest.
    private func shortened(_ lines: [Line], to room: Int) -> [Line] {
        guard lines.count > room, room > 0 else { return lines }
        let rest = lines.count - room + 1
        return lines.prefix(room - 1)
            + [Line("\(rest) more lines need a larger terminal; 'ossauthctl top' scrolls", .dim)]
    }
}
