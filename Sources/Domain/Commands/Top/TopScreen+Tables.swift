internal import CommandLine
internal import Layout

extension TopScreen {
    // The columns behind the name: state, life, refresh, rate, failures.
    private static let stateWidth = 7
    private static let leftWidth = 10
    private static let refreshWidth = 13
    private static let rateWidth = 9

    /// The name gets what a name needs, the bar what is left.
    private var nameWidth: Int {
        let longest = model.profiles.map(\.name.visible.columns).max() ?? 0
        return min(max(longest, 12), max(columns / 4, 12))
    }

    private var barWidth: Int {
        let fixed = TopScreen.stateWidth + TopScreen.leftWidth + TopScreen.refreshWidth + TopScreen.rateWidth
        return max(columns - nameWidth - fixed - 6, 0)
    }

    /// As many of the profiles as fit into so many lines, under a heading.
    func profiles(in room: Int) -> [Line] {
        let all = model.profiles
        guard !all.isEmpty else { return [profileHeading, Line(emptiness, .dim), Line()] }
        let isTooMany = all.count > room - 2
        let shown = max(room - (isTooMany ? 3 : 2), 1)
        let first = min(model.scroll, max(all.count - shown, 0))
        let visible = all[first..<min(first + shown, all.count)]
        let rest =
            isTooMany ? [Line("\(first + 1) to \(first + visible.count) of \(all.count) profiles", .dim)] : []
        return [profileHeading] + lines(of: visible, in: room - rest.count - 2) + rest + [Line()]
    }

    /// Why a refresh failed stands below its profile, where there is room for all of that.
    private func lines(of profiles: ArraySlice<ProfileStatus>, in room: Int) -> [Line] {
        let lines = profiles.flatMap { profile in
            [row(profile)] + (StatusRow.lastError(of: profile).map { [Line("  \($0)", .dim)] } ?? [])
        }
        return lines.count > room ? profiles.map(row) : lines
    }

    private var emptiness: String {
        if model.sample == nil { return "" }
        return model.filter.isEmpty ? "There is no profile that you may use." : "No profile has such a name."
    }

    private var profileHeading: Line {
        let mark = model.isReversed ? glyphs.up : glyphs.down
        func title(_ text: String, _ order: TopModel.Order?) -> String {
            order == model.order ? "\(text) \(mark)" : text
        }
        var line = title("PROFILE", .name).padded(to: nameWidth) + "  "
        line += "STATE".padded(to: TopScreen.stateWidth) + "  "
        line += title("LEFT", .left).padded(to: barWidth + 1 + TopScreen.leftWidth) + " "
        line += "REFRESH".padded(to: TopScreen.refreshWidth)
        line += title("SIGNED", .rate).aligned(to: TopScreen.rateWidth)
        return Line(line.padded(to: columns), .reversed)
    }

    private func row(_ profile: ProfileStatus) -> Line {
        let row = StatusRow(profile, at: now)
        var line = Line(row.name.cut(to: nameWidth, mark: glyphs.ellipsis).padded(to: nameWidth) + "  ")
        line.append(row.state.padded(to: TopScreen.stateWidth), row.colour)
        line.append("  ")
        let start = line.columns
        if let share = row.lifeLeft, barWidth > 2 {
            line.append(Bar(share), width: barWidth, glyphs, row.colour)
        }
        line.pad(to: start + barWidth + 1)
        line.append(row.left.padded(to: TopScreen.leftWidth) + " ")
        line.append(refresh(of: profile, row), profile.failed ? .yellow : nil)
        let rate = model.figures?.signatures[profile.name].map { "\(Figures.short($0))/s" } ?? "-"
        line.append(rate.aligned(to: TopScreen.rateWidth))
        return line
    }

    /// When the next token is asked for, and how often that failed before.
    private func refresh(of profile: ProfileStatus, _ row: StatusRow) -> String {
        let text = profile.failed ? "\(row.nextRefresh), \(profile.consecutiveFailures)x" : row.nextRefresh
        return text.cut(to: TopScreen.refreshWidth, mark: glyphs.ellipsis).padded(to: TopScreen.refreshWidth)
    }
}

extension ProfileStatus {
    fileprivate var failed: Bool { consecutiveFailures > 0 }
}
