package import CommandLine
package import Time

/// The state of the daemon as a person reads it: in at most 80 columns.
package struct StatusPage {
    private let now: Timestamp
    private let ink: Ink

    package init(at now: Timestamp, _ ink: Ink) {
        self.now = now
        self.ink = ink
    }

    package func text(of answer: StatusAnswer) -> String {
        let up = TimeSpan.short(.seconds(answer.uptimeSeconds))
        let readiness = answer.isReady ? ink(.green, "ready") : ink(.red, "not ready")
        let head = "ossauthd \(answer.version.visible), pid \(answer.process), up \(up): \(readiness)\n"
        guard !answer.profiles.isEmpty else { return head + "There is no profile that you may use.\n" }
        return head + "\n" + text(of: answer.profiles)
    }

    /// The table alone.
    package func text(of profiles: [ProfileStatus]) -> String {
        let rows = profiles.map(row)
        let widths = StatusPage.widths(of: rows + [StatusPage.titles])
        var text = ink(.bold, StatusPage.line(StatusPage.titles, widths)) + "\n"
        for (profile, row) in zip(profiles, rows) {
            text += line(row, widths, of: profile) + lastError(of: profile)
        }
        return text
    }
}

extension StatusPage {
    private static let titles = ["PROFILE", "SOURCE", "STATE", "LEFT", "NEXT REFRESH"]
    /// A longer name gets a line of its own, so that it stays whole and the columns stay together.
    private static let longestName = 26

    private func row(_ profile: ProfileStatus) -> [String] {
        [
            profile.name.visible, profile.source.visible, profile.state.visible, left(of: profile),
            nextRefresh(of: profile),
        ]
    }

    private func left(of profile: ProfileStatus) -> String {
        if let seconds = profile.remainingSeconds { return TimeSpan.short(.seconds(seconds)) }
        return ProfileStatus.signs(in: profile.state) ? "no end" : "-"
    }

    private func nextRefresh(of profile: ProfileStatus) -> String {
        guard let next = profile.nextRefreshAt else { return "-" }
        return next > now ? "in \(TimeSpan.short(.seconds(next - now)))" : "now"
    }

    private static func widths(of rows: [[String]]) -> [Int] {
        titles.indices.map { column in
            let widths = rows.map(\.[column].count)
            return (column == 0 ? widths.filter { $0 <= longestName } : widths).max() ?? 0
        }
    }

    private static func line(_ cells: [String], _ widths: [Int]) -> String {
        let columns = zip(cells.dropLast(), widths).map { $0.padded(to: $1) }
        return (columns + cells.suffix(1)).joined(separator: "  ")
    }

    private func line(_ row: [String], _ widths: [Int], of profile: ProfileStatus) -> String {
        let isLong = row[0].count > StatusPage.longestName
        var cells = zip(row, widths).map { $0.padded(to: $1) }
        cells[0] = String(repeating: " ", count: isLong ? widths[0] : 0) + (isLong ? "" : cells[0])
        cells[2] = ink(colour(of: profile), cells[2])
        cells[4] = row[4]
        return (isLong ? row[0] + "\n" : "") + cells.joined(separator: "  ") + "\n"
    }

    private func colour(of profile: ProfileStatus) -> Ink.Colour {
        guard ProfileStatus.signs(in: profile.state) else { return .red }
        return profile.state == "fresh" ? .green : .yellow
    }

    private func lastError(of profile: ProfileStatus) -> String {
        guard let error = profile.lastError else { return "" }
        let failures = profile.consecutiveFailures
        let sentence = failures > 1 ? "\(error.visible) (\(failures) failures in a row)" : error.visible
        return "    " + ink(.dim, sentence.wrapped(from: 4, indent: 4)) + "\n"
    }
}

extension TimeSpan {
    /// The two largest units, which are all that a person wants to know.
    fileprivate static func short(_ span: Duration) -> String {
        let seconds = Duration.seconds(span.wholeSeconds)
        let terms = text(of: seconds).split(separator: " ").prefix(2)
        return terms.count == 1 && terms[0] == "0" ? "0s" : terms.joined(separator: " ")
    }
}
