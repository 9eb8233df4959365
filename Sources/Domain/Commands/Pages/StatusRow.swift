internal import CommandLine
internal import Contract
internal import Time

/// What the table says of one profile.
struct StatusRow {
    let name: String
    let source: String
    let state: String
    let left: String
    let nextRefresh: String
    let lifeLeft: Double?
    /// The last error, what became of the credential, and the warnings.
    let remarks: [String]
    let colour: Ink.Colour

    init(_ profile: ProfileStatus, at now: Timestamp) {
        name = profile.name.visible
        source = profile.source.visible
        state = profile.isBeingSupplied ? "fetching" : profile.state.visible
        left = StatusRow.left(of: profile)
        nextRefresh = StatusRow.nextRefresh(of: profile, at: now)
        lifeLeft = profile.lifeLeft
        remarks =
            [StatusRow.lastError(of: profile), StatusRow.loss(of: profile, at: now)].compactMap { $0 }
            + profile.warnings.map { "warning: \($0.visible)" }
        colour = profile.colour
    }

    static func left(of profile: ProfileStatus) -> String {
        if let seconds = profile.remainingSeconds { return TimeSpan.short(seconds: seconds) }
        return profile.signs ? "no end" : "-"
    }

    static func nextRefresh(of profile: ProfileStatus, at now: Timestamp) -> String {
        guard let next = profile.nextRefreshAt else { return "-" }
        return next > now ? "in \(TimeSpan.short(.seconds(next - now)))" : "now"
    }

    static func loss(of profile: ProfileStatus, at now: Timestamp) -> String? {
        profile.forgottenAt.map {
            "forgotten \(TimeSpan.short(.seconds(max(0, now - $0)))) ago, as the operator asked"
        }
    }

    static func lastError(of profile: ProfileStatus) -> String? {
        guard let error = profile.lastError else { return nil }
        let failures = profile.consecutiveFailures
        return failures > 1 ? "\(error.visible) (\(failures) failures in a row)" : error.visible
    }
}

extension ProfileStatus {
    /// Good, fading, or of no use.
    var colour: Ink.Colour {
        guard signs else { return isBeingSupplied ? .yellow : .red }
        return state == StateWord.fresh.rawValue ? .green : .yellow
    }
}
