internal import CommandLine
package import Time

// What the status of the daemon shows.
extension Finding {
    package static func daemon(_ status: StatusAnswer, thisVersion: String) -> Finding {
        let up = TimeSpan.short(.seconds(status.uptimeSeconds))
        let sentence = "ossauthd \(status.version) answers, pid \(status.process), up \(up)"
        guard status.version == thisVersion else {
            return Finding(
                "daemon", .doubtful, "\(sentence); this program is \(thisVersion)",
                mend: "'systemctl restart ossauthd' after an update")
        }
        return Finding("daemon", .good, sentence)
    }

    /// Each profile, with the server that its tokens come from.
    package static func profiles(_ status: StatusAnswer, at now: Timestamp) -> [Finding] {
        guard !status.profiles.isEmpty else {
            return [
                Finding(
                    "profiles", .bad, "there is none that you may use",
                    mend: "add a [Profile NAME] section, and name it in Profile= of your rule")
            ]
        }
        return status.profiles.map { profile($0, at: now) }
    }

    private static func profile(_ profile: ProfileStatus, at now: Timestamp) -> Finding {
        let subject = "profile \(profile.name)"
        guard ProfileStatus.signs(in: profile.state) else { return bad(profile, subject) }
        if let error = profile.lastError {
            return Finding(
                subject, .doubtful,
                "\(profile.state) \(left(of: profile)), but the last attempt failed: \(error)",
                mend: "mend what the error says, \(trial(of: profile))")
        }
        guard let warning = profile.warnings.first else {
            return Finding(subject, .good, good(profile, at: now))
        }
        return Finding(
            subject, .doubtful, "\(good(profile, at: now)), but: \(warning)",
            mend: "change [Profile \(profile.name)], then 'ossauthctl check' and 'ossauthctl reload'")
    }

    private static func bad(_ profile: ProfileStatus, _ subject: String) -> Finding {
        let state =
            switch profile.state {
            case "never": "it never had a credential"
            case "expired": "its credential has ended"
            default: "it has no credential that is valid now (\(profile.state))"
            }
        guard let error = profile.lastError else {
            let mend =
                profile.source == "manual"
                ? "'ossauthctl credentials set \(profile.name)' gives it a token"
                : "'ossauthctl refresh \(profile.name)' says what its server answers"
            return Finding(subject, .bad, state, mend: mend)
        }
        return Finding(
            subject, .bad, "\(state): \(error)", mend: "mend what the error says, \(trial(of: profile))")
    }

    private static func left(of profile: ProfileStatus) -> String {
        profile.remainingSeconds.map { "for \(TimeSpan.short(.seconds($0)))" } ?? "without an end"
    }

    /// How to see whether it helped: a server that signs is asked with each request, and only then.
    private static func trial(of profile: ProfileStatus) -> String {
        profile.source == "remote-signer"
            ? "and see how the next request fares" : "then 'ossauthctl refresh \(profile.name)'"
    }

    private static func good(_ profile: ProfileStatus, at now: Timestamp) -> String {
        let fetched = profile.fetchedAt.map { time in
            ", fetched \(TimeSpan.short(.seconds(max(0, now - time)))) ago without an error"
        }
        return "\(profile.state) \(left(of: profile))\(profile.isRefreshable ? fetched ?? "" : "")"
    }

    /// This host's clock against that of the servers.
    package static func clock(_ status: StatusAnswer) -> Finding {
        let skews = status.profiles.map(\.clockSkewSeconds)
        guard let skew = skews.max(by: { abs($0) < abs($1) }), skew != 0 else {
            return Finding("clock", .good, "this host and the servers agree on the time")
        }
        let span = TimeSpan.short(.seconds(abs(skew)))
        return Finding(
            "clock", .doubtful,
            "this host is \(span) \(skew > 0 ? "behind" : "ahead of") the servers; the daemon signs by theirs",
            mend: "see 'timedatectl status'; other programs of this host are wrong by as much")
    }
}
