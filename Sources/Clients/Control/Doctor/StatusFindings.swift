package import OSSAuthClient
package import Time

// Findings from the status of the daemon.
extension Finding {
    package static func daemon(_ status: SigningDaemon.Status, thisVersion: String) -> Finding {
        let up = TimeSpan.short(status.uptime)
        let sentence = "ossauthd \(status.version) answers, pid \(status.processID), up \(up)"
        guard status.version == thisVersion else {
            return Finding(
                "daemon", .doubtful, "\(sentence); this program is \(thisVersion)",
                fix: "'systemctl restart ossauthd' after an update")
        }
        return Finding("daemon", .good, sentence)
    }

    /// A configuration on disk that the daemon does not use, where nothing else says why; `nil`: it does.
    package static func configuration(_ status: SigningDaemon.Status) -> Finding? {
        guard !status.configurationIsGood else { return nil }
        return Finding(
            "configuration", .doubtful,
            "the configuration on disk has an error; the daemon keeps the previous one",
            fix: "'journalctl --unit ossauthd' says where it is; \(correction)")
    }

    /// Changes that need a restart; `nil`: none.
    package static func restart(_ status: SigningDaemon.Status) -> Finding? {
        status.noteOnRestart.map {
            Finding("restart", .doubtful, $0, fix: "'systemctl restart ossauthd'")
        }
    }

    /// The profiles and their servers.
    package static func profiles(_ status: SigningDaemon.Status, at now: Timestamp) -> [Finding] {
        guard !status.profiles.isEmpty else {
            return [
                Finding(
                    "profiles", .bad, "you may use none, so nothing can be signed",
                    fix: "add a [Profile NAME] section, then 'ossauthd --check' and 'ossauthctl reload'; "
                        + "if there are rules, name it in Profile= of one that matches you")
            ]
        }
        return status.profiles.flatMap { profile in
            let state = state(of: profile, at: now)
            return profile.warnings.isEmpty ? [state] : warnings(of: profile, beside: state)
        }
    }

    /// A finding for each warning, because each has its own remedy.
    private static func warnings(of profile: SigningDaemon.Profile, beside state: Finding) -> [Finding] {
        let isGood = state.verdict == .good
        return (isGood ? [] : [state])
            + profile.warnings.map { warning in
                Finding(
                    state.id, of: state.name, .doubtful,
                    isGood ? "\(state.sentence), but: \(warning)" : warning,
                    fix: Remedy.forWarning)
            }
    }

    private static func state(of profile: SigningDaemon.Profile, at now: Timestamp) -> Finding {
        guard profile.signs else { return lacking(profile, at: now) }
        if let error = profile.lastError {
            return Finding(
                "profile", of: profile.name, .doubtful,
                "\(profile.state) \(left(of: profile)), but the last attempt failed: \(error)",
                fix: remedy(for: profile, at: now))
        }
        return shortLife(of: profile) ?? Finding("profile", of: profile.name, .good, good(profile, at: now))
    }

    private static func lacking(_ profile: SigningDaemon.Profile, at now: Timestamp) -> Finding {
        let state = lack(of: profile, at: now)
        guard !profile.fetchesFirstCredential else {
            return Finding(
                "profile", of: profile.name, .doubtful, "\(state); one is being fetched now",
                fix: "wait a moment, then 'ossauthctl doctor' again")
        }
        if let error = profile.lastError {
            return Finding(
                "profile", of: profile.name, profile.isRequired ? .bad : .doubtful,
                "\(state)\(profile.forgottenAt == nil ? "" : "; the new fetch fails"): \(error)"
                    + (profile.isRequired ? "" : withoutNeed),
                fix: remedy(for: profile, at: now))
        }
        guard !profile.isRequired else {
            return Finding("profile", of: profile.name, .bad, state, fix: supply(of: profile))
        }
        guard !profile.fetchesOnDemand else {
            return Finding(
                "profile", of: profile.name, .good, "\(state); one is fetched with the first request")
        }
        return Finding("profile", of: profile.name, .doubtful, state + withoutNeed, fix: supply(of: profile))
    }

    /// How to supply a profile without a credential.
    private static func supply(of profile: SigningDaemon.Profile) -> String {
        guard profile.source != "manual" else {
            return "'ossauthctl credentials set \(profile.name)' gives it a token"
        }
        let outcome = profile.forgottenAt == nil ? "says what its server answers" : "fetches another"
        return "'ossauthctl refresh \(profile.name)' \(outcome)"
    }

    private static let withoutNeed = "; it may do without (Required=no)"

    private static func lack(of profile: SigningDaemon.Profile, at now: Timestamp) -> String {
        switch (profile.state, profile.forgottenAt) {
        case (.never, let time?):
            "its credential was forgotten \(TimeSpan.short(max(.zero, UnixTime(now) - time))) ago, as the operator asked"
        case (.never, nil): "it has no credential"
        case (.expired, _): "its credential has ended"
        default: "it has no credential that is valid now (\(profile.state))"
        }
    }

    private static func left(of profile: SigningDaemon.Profile) -> String {
        profile.remainingSeconds.map { "for \(TimeSpan.short(.seconds($0)))" } ?? "without an end"
    }

    /// STS grants 15 minutes at least, so a server that hands out less keeps its tokens for too long.
    private static let leastLife = Duration.seconds(300)

    /// A profile that signs only for a moment each time; `nil`: its tokens live long enough.
    private static func shortLife(of profile: SigningDaemon.Profile) -> Finding? {
        guard profile.isRefreshable, let fetchedAt = profile.fetchedAt, let end = profile.expiration,
            end - fetchedAt < leastLife
        else { return nil }
        let life = TimeSpan.short(max(.zero, end - fetchedAt))
        return Finding(
            "profile", of: profile.name, .doubtful,
            "\(profile.state) \(left(of: profile)), but its token came with a life of \(life) only, and every URL ends with it",
            fix:
                "let the server renew those in its cache sooner, or ask STS for longer ones (DurationSeconds)"
        )
    }

    /// The remedy for the last error, and how to see that it helped.
    private static func remedy(for profile: SigningDaemon.Profile, at now: Timestamp) -> String {
        guard Remedy.isElsewhere(profile) else {
            return "\(Remedy.advice(for: profile)), \(trial(of: profile))"
        }
        let next = profile.nextRefreshAt == nil ? "now" : StatusRow.nextRefresh(of: profile, at: now)
        return "none needed here; asked again \(next)"
    }

    /// How to test the remedy: only a request reaches a server that signs.
    private static func trial(of profile: SigningDaemon.Profile) -> String {
        profile.source == "remote-signer"
            ? "and see how the next request fares" : "then 'ossauthctl refresh \(profile.name)'"
    }

    private static func good(_ profile: SigningDaemon.Profile, at now: Timestamp) -> String {
        let fetched = profile.fetchedAt.map { time in
            ", fetched \(TimeSpan.short(max(.zero, UnixTime(now) - time))) ago without an error"
        }
        return "\(profile.state) \(left(of: profile))\(profile.isRefreshable ? fetched ?? "" : "")"
    }

    /// OSS refuses a request with a larger clock difference.
    private static let toleranceOfOSS = 900

    /// The clock of this host, compared with the servers, by which the daemon signs.
    package static func clock(_ status: SigningDaemon.Status) -> Finding {
        let furthest = status.profiles.max { abs($0.clockSkewSeconds) < abs($1.clockSkewSeconds) }
        guard let furthest, furthest.clockSkewSeconds != 0 else {
            return Finding("clock", .good, "this host and the servers agree on the time")
        }
        let skew = furthest.clockSkewSeconds
        let span = TimeSpan.short(.seconds(abs(skew)))
        let side = skew > 0 ? "behind" : "ahead of"
        let sentence =
            "this host is \(span) \(side) the servers of profile \(furthest.name); the daemon signs by theirs"
        let suspects =
            "is it this host ('timedatectl status'), or the AppServer or a proxy before it ('curl -sI' shows its Date)?"
        guard abs(skew) > toleranceOfOSS else {
            return Finding("clock", .doubtful, sentence, fix: "find the wrong clock: \(suspects)")
        }
        return Finding(
            "clock", .bad, "\(sentence), and OSS takes 15min at most",
            fix:
                "correct the wrong clock, then 'ossauthctl refresh \(furthest.name)': \(suspects)")
    }
}
