package import CommandLine
package import OSSAuthClient
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

/// The cells of a profile.
struct StatusRow {
    let name: String
    let source: String
    let state: String
    let left: String
    let nextRefresh: String
    let lifeLeft: Double?
    /// The last error, the reason for a missing credential, and the warnings.
    let remarks: [String]
    let colour: Ink.Colour

    init(_ profile: SigningDaemon.Profile, at now: Timestamp) {
        name = profile.name.visible
        source = profile.source.visible
        state = profile.fetchesFirstCredential ? "fetching" : profile.state.name.visible
        left = StatusRow.left(of: profile)
        nextRefresh = StatusRow.nextRefresh(of: profile, at: now)
        lifeLeft = profile.lifeLeft
        remarks =
            [StatusRow.trouble(of: profile, at: now)].compactMap(\.self)
            + profile.warnings.map { "warning: \($0.visible)" }
        colour = profile.colour
    }

    static func left(of profile: SigningDaemon.Profile) -> String {
        if let seconds = profile.remainingSeconds { return TimeSpan.short(seconds: seconds) }
        return profile.signs ? "no end" : "-"
    }

    static func nextRefresh(of profile: SigningDaemon.Profile, at now: Timestamp) -> String {
        guard let next = profile.nextRefreshAt else { return "-" }
        return next > UnixTime(now) ? "in \(TimeSpan.short(next - UnixTime(now)))" : "now"
    }

    /// The last error, behind the reason why an attempt was needed.
    static func trouble(of profile: SigningDaemon.Profile, at now: Timestamp) -> String? {
        let error = lastError(of: profile)
        guard let time = profile.forgottenAt else { return error }
        let loss = "forgotten \(TimeSpan.short(max(.zero, UnixTime(now) - time))) ago, as the operator asked"
        return error.map { "\(loss); the new fetch fails: \($0)" } ?? loss
    }

    static func lastError(of profile: SigningDaemon.Profile) -> String? {
        guard let error = profile.lastError else { return nil }
        let failures = profile.consecutiveFailures
        return failures > 1 ? "\(error.visible) (\(failures) failures in a row)" : error.visible
    }
}

extension SigningDaemon.Profile {
    /// Green: good; yellow: needs attention; red: does not sign.
    var colour: Ink.Colour {
        guard signs else { return fetchesFirstCredential ? .yellow : .red }
        return state == .fresh ? .green : .yellow
    }
}
