internal import CommandLine
internal import OSSAuthClient
internal import Time

// The status page for people; an output that is no terminal gets every column and no bars.
extension Page {
    /// On a narrower terminal the heading takes two lines.
    private static let leastForHead = 60

    func text(of answer: SigningDaemon.Status, at now: Timestamp = .now) -> String {
        text(lines(of: answer, at: now))
    }

    /// The table without the heading.
    func text(of profiles: [SigningDaemon.Profile], at now: Timestamp = .now) -> String {
        text(lines(of: profiles, at: now))
    }

    private func text(_ lines: [Line]) -> String {
        lines.map { $0.text(ink) + "\n" }.joined()
    }

    /// The heading, the notes on the daemon, and the table.
    private func lines(of answer: SigningDaemon.Status, at now: Timestamp) -> [Line] {
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
        return heads + [Line()] + lines(of: answer.profiles, at: now)
    }

    private func head(of answer: SigningDaemon.Status, _ word: Line) -> [Line] {
        let up = TimeSpan.short(answer.uptime)
        let process = "pid \(answer.processID), up \(up)"
        if width < Page.leastForHead {
            return [Line("ossauthd \(answer.version): ") + word, Line(process)]
        }
        return [Line("ossauthd \(answer.version), \(process): ") + word]
    }

    /// A wrapped sentence.
    private func wrapped(_ text: String, _ colour: Ink.Colour? = nil) -> [Line] {
        text.visible.wrapped(from: 0, indent: 2, to: width).split(separator: "\n").map {
            Line(String($0), colour)
        }
    }

    private func lines(of profiles: [SigningDaemon.Profile], at now: Timestamp) -> [Line] {
        let rows = profiles.map { StatusRow($0, at: now) }
        let table = StatusColumns(rows, width: columns)
        return [table.heading] + rows.flatMap { table.lines(of: $0, glyphs) }
    }
}
