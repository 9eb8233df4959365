package import CommandLine
package import OSSAuthClient
internal import Reaching
package import Time

/// The status page for people.
package struct StatusPage {
    /// On a narrower terminal the heading takes two lines.
    private static let leastForHead = 60

    private let now: Timestamp
    private let ink: Ink
    private let glyphs: Glyphs
    private let columns: Int?

    /// `columns`: the width of the terminal; `nil`: the output is none, and gets every column and no bars.
    package init(at now: Timestamp, _ ink: Ink, _ glyphs: Glyphs = .unicode, columns: Int? = nil) {
        self.now = now
        self.ink = ink
        self.glyphs = glyphs
        self.columns = columns
    }

    package func text(of answer: SigningDaemon.Status) -> String {
        text(lines(of: answer))
    }

    /// The table without the heading.
    package func text(of profiles: [SigningDaemon.Profile]) -> String {
        text(lines(of: profiles))
    }

    private func text(_ lines: [Line]) -> String {
        lines.map { $0.text(ink) + "\n" }.joined()
    }
}

extension StatusPage {
    /// The heading, the notes on the daemon, and the table.
    private func lines(of answer: SigningDaemon.Status) -> [Line] {
        let word = answer.isReady ? Line("ready", .green) : Line("not ready", .red)
        var heads = head(of: answer, word)
        if !answer.configurationIsGood {
            heads += wrapped(
                "Not all of the configuration on disk is used; 'ossauthd --check' says why.", .yellow)
        }
        if let note = answer.noteOnRestart { heads += wrapped("\(note.visible).", .yellow) }
        guard !answer.profiles.isEmpty else {
            return heads + wrapped("There is no profile that you may use; 'ossauthctl doctor' says why.")
        }
        return heads + [Line()] + lines(of: answer.profiles)
    }

    private func head(of answer: SigningDaemon.Status, _ word: Line) -> [Line] {
        let up = TimeSpan.short(answer.uptime)
        let process = "pid \(answer.processID), up \(up)"
        if width < StatusPage.leastForHead {
            return [Line("ossauthd \(answer.version): ") + word, Line(process)]
        }
        return [Line("ossauthd \(answer.version), \(process): ") + word]
    }

    private var width: Int { columns ?? pageWidth }

    /// A wrapped sentence.
    private func wrapped(_ text: String, _ colour: Ink.Colour? = nil) -> [Line] {
        text.visible.wrapped(from: 0, indent: 2, to: width).split(separator: "\n").map {
            Line(String($0), colour)
        }
    }

    private func lines(of profiles: [SigningDaemon.Profile]) -> [Line] {
        let rows = profiles.map { StatusRow($0, at: now) }
        let table = StatusColumns(rows, width: columns)
        return [table.heading] + rows.flatMap { table.lines(of: $0, glyphs) }
    }
}

extension StatusPage {
    /// The page for the width of the output.
    init(on terminal: Terminal) {
        self.init(at: .now, terminal.ink, terminal.glyphs, columns: terminal.width)
    }

    /// The page of the answer to `status` or `reload`.
    static func text(of answer: SigningDaemon.Status, on terminal: Terminal) -> String {
        StatusPage(on: terminal).text(of: answer)
    }

    /// The page of the answer about one profile.
    static func text(of profile: SigningDaemon.Profile, on terminal: Terminal) -> String {
        StatusPage(on: terminal).text(of: [profile])
    }
}
