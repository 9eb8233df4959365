package import CommandLine
package import Layout
package import Time

/// The state of the daemon as a person reads it.
package struct StatusPage {
    /// A narrower terminal gets the head in two lines.
    private static let leastForHead = 60

    private let now: Timestamp
    private let ink: Ink
    private let glyphs: Glyphs
    private let columns: Int?

    /// `columns`: how wide the terminal is; `nil`: there is none, so there are no bars, and no column is left out.
    package init(at now: Timestamp, _ ink: Ink, _ glyphs: Glyphs = .unicode, columns: Int? = nil) {
        self.now = now
        self.ink = ink
        self.glyphs = glyphs
        self.columns = columns
    }

    package func text(of answer: StatusAnswer) -> String {
        text(lines(of: answer))
    }

    /// The table alone.
    package func text(of profiles: [ProfileStatus]) -> String {
        text(lines(of: profiles))
    }

    private func text(_ lines: [Line]) -> String {
        lines.map { $0.text(ink) + "\n" }.joined()
    }
}

extension StatusPage {
    /// The last status of a daemon that has been gone since then.
    package func lines(of answer: StatusAnswer, goneSince time: Timestamp) -> [Line] {
        let gone = Line("gone for \(TimeSpan.short(.seconds(max(0, now - time))))", .red)
        let rest = lines(of: answer).dropFirst(head(of: answer, gone).count)
        return [Line("ossauthd \(answer.version): ") + gone] + rest.map(\.dimmed)
    }

    /// What is said of the daemon, and the table.
    package func lines(of answer: StatusAnswer) -> [Line] {
        let word = answer.isReady ? Line("ready", .green) : Line("not ready", .red)
        var heads = head(of: answer, word)
        if !answer.configurationIsGood {
            heads += wrapped(
                "Not all of the configuration on disk is used; 'ossauthctl check' says why.", .yellow)
        }
        if let note = answer.noteOnRestart { heads += wrapped("\(note.visible).", .yellow) }
        guard !answer.profiles.isEmpty else {
            return heads + wrapped("There is no profile that you may use; 'ossauthctl doctor' says why.")
        }
        return heads + [Line()] + lines(of: answer.profiles)
    }

    private func head(of answer: StatusAnswer, _ word: Line) -> [Line] {
        let up = TimeSpan.short(seconds: answer.uptimeSeconds)
        let process = "pid \(answer.process), up \(up)"
        if width < StatusPage.leastForHead {
            return [Line("ossauthd \(answer.version): ") + word, Line(process)]
        }
        return [Line("ossauthd \(answer.version), \(process): ") + word]
    }

    private var width: Int { columns ?? pageWidth }

    /// A sentence in as many lines as it needs.
    package func wrapped(_ text: String, _ colour: Ink.Colour? = nil) -> [Line] {
        text.visible.wrapped(from: 0, indent: 2, to: width).split(separator: "\n").map {
            Line(String($0), colour)
        }
    }

    private func lines(of profiles: [ProfileStatus]) -> [Line] {
        let rows = profiles.map { StatusRow($0, at: now) }
        let table = StatusColumns(rows, width: columns)
        return [table.heading] + rows.flatMap { table.lines(of: $0, glyphs) }
    }
}
