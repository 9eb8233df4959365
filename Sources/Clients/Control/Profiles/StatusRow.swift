internal import CommandLine
internal import OSSAuthClient
internal import Time

/// The cells of a profile.
struct StatusRow {
    let name: String
    let source: String
    let state: String
    let left: String
    let nextRefresh: String
    /// Signatures per second; `nil`: the table has no such column.
    let signed: String?
    let lifeLeft: Double?
    /// The last error, the reason for a missing credential, and the warnings.
    let remarks: [String]
    let colour: Ink.Colour

    init(_ profile: SigningDaemon.Profile, at now: Timestamp, signed: String? = nil) {
        self.signed = signed
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
        if let seconds = profile.remainingSeconds { return TimeSpan.short(.seconds(seconds)) }
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
