internal import CommandLine
package import OSSAuthClient
package import Time

/// The events of the daemon as lines for people.
package struct EventPage: Sendable {
    private static let widestName = 32
    /// The least width of the column for the text of an event.
    private static let leastRoom = 24
    private static let indent = 4

    /// The width of the longest name so far, which keeps the columns aligned.
    private var nameWidth = 7

    package init() {}

    /// A line for the event; for a state, one for each profile.
    ///
    /// `columns`: the width of the terminal, at which lines are wrapped; `nil`: lines stay whole.
    package mutating func lines(of event: DaemonEvent, at now: Timestamp, columns: Int? = nil) -> [Line] {
        let lines = rows(of: event, at: now)
        guard let columns else { return lines.map(\.whole) }
        return lines.flatMap { $0.wrapped(to: columns) }
    }

    private mutating func rows(of event: DaemonEvent, at now: Timestamp) -> [Row] {
        let time = event.time?.timestamp ?? now
        let seen = event.profiles.map(\.name) + event.names + [event.profile ?? ""]
        let widths = seen.map(\.visible.columns).filter { $0 <= EventPage.widestName }
        nameWidth = max(nameWidth, widths.max() ?? 0)
        switch event.event {
        case "state": return event.profiles.map { line(of: $0, at: now) }
        case "rotated": return [line(time, event.profile, "rotated", .green, rotation(event))]
        case "refreshFailed": return [line(time, event.profile, "refresh failed", .yellow, failure(event))]
        case "expired": return [line(time, event.profile, "expired", .red, expiry(event))]
        case "forgotten": return [line(time, event.profile, "forgotten", .red, "as the operator asked")]
        case "reloaded": return [line(time, nil, "reloaded", .cyan, reload(event))]
        default: return [line(time, event.profile, event.event, .dim, "")]
        }
    }

    private func line(
        _ time: Timestamp, _ profile: String?, _ verb: String, _ colour: Ink.Colour, _ text: String
    ) -> Row {
        var head = Line("\(time)  ", .dim)
        head.append((profile ?? "").visible.padded(to: nameWidth) + "  ")
        head.append(verb, colour)
        if !text.isEmpty { head.pad(to: 22 + nameWidth + 2 + 14 + 2) }
        return Row(head: head, text: text.visible)
    }
}

extension EventPage {
    /// The time and kind of an event, and its text.
    private struct Row {
        let head: Line
        let text: String

        var whole: Line {
            var line = head
            line.append(text)
            return line
        }

        func wrapped(to columns: Int) -> [Line] {
            let isBeside = columns - head.columns >= EventPage.leastRoom
            let indent = isBeside ? head.columns : EventPage.indent
            let lines = text.wrapped(from: head.columns, indent: indent, to: columns).split(separator: "\n")
            var first = head
            first.append(lines.first.map(String.init) ?? "")
            return [first] + lines.dropFirst().map { Line(String($0)) }
        }
    }

    private func line(of profile: SigningDaemon.Profile, at now: Timestamp) -> Row {
        var text =
            profile.signs ? StatusRow.left(of: profile) : "nothing to sign with"
        if profile.remainingSeconds != nil { text += " left" }
        if profile.generation > 0 { text += ", generation \(profile.generation)" }
        if profile.nextRefreshAt != nil {
            text += ", next refresh \(StatusRow.nextRefresh(of: profile, at: now))"
        }
        if let error = StatusRow.lastError(of: profile) { text += "; \(error)" }
        return line(now, profile.name, profile.state.name, profile.colour, text)
    }

    private func rotation(_ event: DaemonEvent) -> String {
        guard let generation = event.generation else { return "" }
        guard let end = event.expiration else { return "generation \(generation), without an end" }
        return "generation \(generation), good until \(end)"
    }

    private func expiry(_ event: DaemonEvent) -> String {
        event.generation.map { "generation \($0) has ended; nothing is signed until the next" } ?? ""
    }

    private func failure(_ event: DaemonEvent) -> String {
        var text = event.error ?? "no reason given"
        if let kind = event.kind { text += " (\(kind))" }
        if event.consecutiveFailures > 1 { text += ", \(event.consecutiveFailures) in a row" }
        if let next = event.nextAttemptAt { text += ", next attempt at \(next)" }
        return text
    }

    private func reload(_ event: DaemonEvent) -> String {
        event.names.isEmpty ? "no profile" : event.names.joined(separator: ", ")
    }
}
