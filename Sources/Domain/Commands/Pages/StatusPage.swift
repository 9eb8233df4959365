package import CommandLine
package import Layout
package import Time

/// The state of the daemon as a person reads it: in at most 80 columns.
package struct StatusPage {
    private let now: Timestamp
    private let ink: Ink
    private let pictures: Glyphs?

    /// `pictures`: what bars are drawn with, where somebody looks at them.
    package init(at now: Timestamp, _ ink: Ink, pictures: Glyphs? = nil) {
        self.now = now
        self.ink = ink
        self.pictures = pictures
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
    /// What is said of the daemon, and the table.
    package func lines(of answer: StatusAnswer) -> [Line] {
        let up = TimeSpan.short(seconds: answer.uptimeSeconds)
        var head = Line("ossauthd \(answer.version), pid \(answer.process), up \(up): ")
        head.append(answer.isReady ? "ready" : "not ready", answer.isReady ? .green : .red)
        var heads = [head]
        if !answer.configurationIsGood {
            heads.append(
                Line(
                    "Not all of the configuration on disk is used; 'ossauthctl check' says why.",
                    .yellow)
            )
        }
        if let note = answer.noteOnRestart { heads.append(Line("\(note.visible).", .yellow)) }
        guard !answer.profiles.isEmpty else {
            return heads + [Line("There is no profile that you may use; 'ossauthctl doctor' says why.")]
        }
        return heads + [Line()] + lines(of: answer.profiles)
    }

    private func lines(of profiles: [ProfileStatus]) -> [Line] {
        let rows = profiles.map { StatusRow($0, at: now) }
        let columns = StatusColumns(rows, hasBars: pictures != nil)
        return [columns.heading] + rows.flatMap { columns.lines(of: $0, pictures) }
    }
}
