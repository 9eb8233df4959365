internal import CommandLine
internal import OSSAuthClient
internal import Time

/// The events of the daemon as lines for people.
struct EventPage: Sendable {
    private static let widestName = 32
    /// The least width of the column for the text of an event.
    private static let leastRoom = 24
    private static let indent = 4

    /// The width of the longest name so far, which keeps the columns aligned.
    private var nameWidth = 7

    /// A line for the event; for a state, one for each profile.
    ///
    /// `columns`: the width of the terminal, at which lines are wrapped; `nil`: lines stay whole.
    mutating func lines(of event: DaemonEvent, at now: Timestamp, columns: Int? = nil) -> [Line] {
        rows(of: event, at: now).flatMap { head, text in
            guard let columns else { return [head + Line(text)] }
            let isBeside = columns - head.columns >= EventPage.leastRoom
            let indent = isBeside ? head.columns : EventPage.indent
            let lines = text.wrapped(from: head.columns, indent: indent, to: columns).split(separator: "\n")
                .map { Line(String($0)) }
            return [head + (lines.first ?? Line())] + lines.dropFirst()
        }
    }

    /// The time and kind of an event, and its text.
    private typealias Row = (head: Line, text: String)

    private mutating func rows(of event: DaemonEvent, at now: Timestamp) -> [Row] {
        let time = event.time?.timestamp ?? now
        let seen = event.profiles.map(\.name) + event.names + [event.profile ?? ""]
        let widths = seen.map(\.visible.columns).filter { $0 <= EventPage.widestName }
        nameWidth = max(nameWidth, widths.max() ?? 0)
        switch event.event {
        case "state": return event.profiles.map { line(of: $0, at: now) }
        case "rotated": return [line(time, event.profile, "rotated", .green, rotation(event))]
        case "refreshFailed": return [line(time, event.profile, "refresh failed", .yellow, failure(event))]
        case "expired":
            let end = event.generation.map { "generation \($0) has ended; nothing is signed until the next" }
            return [line(time, event.profile, "expired", .red, end ?? "")]
        case "forgotten": return [line(time, event.profile, "forgotten", .red, "as the operator asked")]
        case "reloaded":
            let names = event.names.isEmpty ? "no profile" : event.names.joined(separator: ", ")
            return [line(time, nil, "reloaded", .cyan, names)]
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
        return (head, text.visible)
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

    private func failure(_ event: DaemonEvent) -> String {
        var text = event.error ?? "no reason given"
        if let kind = event.kind { text += " (\(kind))" }
        if event.consecutiveFailures > 1 { text += ", \(event.consecutiveFailures) in a row" }
        if let next = event.nextAttemptAt { text += ", next attempt at \(next)" }
        return text
    }
}
