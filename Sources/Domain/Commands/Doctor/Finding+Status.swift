internal import CommandLine
internal import Contract
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

    /// Whether the daemon runs with what its files say; `nil` where it does.
    package static func configuration(_ status: StatusAnswer) -> Finding? {
        guard !status.configurationIsGood else { return nil }
        return Finding(
            "configuration", .doubtful,
            "what was read last has a mistake; the daemon goes on without it",
            mend: "'ossauthctl check' says where it is; mend it, then 'ossauthctl reload'")
    }

    /// What the check of the configuration says, one finding for each of its lines.
    ///
    /// A daemon that runs goes on as it is, so even an error is only doubtful.
    package static func configuration(_ report: CheckReport) -> [Finding] {
        report.findings.filter { $0.severity != .note }.map { finding in
            let place = finding.place.map { "\($0.file):\($0.line): " } ?? ""
            return Finding(
                "configuration", .doubtful, place + finding.message,
                mend: "correct it; 'ossauthctl check' shows whether it is right then")
        }
    }

    /// What a reload did not take up; `nil` where that is nothing.
    package static func restart(_ status: StatusAnswer) -> Finding? {
        status.noteOnRestart.map {
            Finding("restart", .doubtful, $0, mend: "'systemctl restart ossauthd'")
        }
    }

    /// Each profile, with the server that its tokens come from.
    package static func profiles(_ status: StatusAnswer, at now: Timestamp) -> [Finding] {
        guard !status.profiles.isEmpty else {
            return [
                Finding(
                    "profiles", .bad, "there is none that you may use, so nothing can be signed",
                    mend: "add a [Profile NAME] section, then 'ossauthctl check' and 'ossauthctl reload'; "
                        + "where there are rules, name it in Profile= of one for you")
            ]
        }
        return status.profiles.flatMap { profile in
            let state = state(of: profile, at: now)
            return profile.warnings.isEmpty ? [state] : warnings(of: profile, beside: state)
        }
    }

    /// One finding for each, since each is mended in another way.
    private static func warnings(of profile: ProfileStatus, beside state: Finding) -> [Finding] {
        let isGood = state.verdict == .good
        return (isGood ? [] : [state])
            + profile.warnings.map { warning in
                Finding(
                    state.id, of: state.name, .doubtful,
                    isGood ? "\(state.sentence), but: \(warning)" : warning,
                    mend: Remedy.advice(forWarning: warning))
            }
    }

    private static func state(of profile: ProfileStatus, at now: Timestamp) -> Finding {
        guard profile.signs else { return lacking(profile, at: now) }
        if let error = profile.lastError {
            return Finding(
                "profile", of: profile.name, .doubtful,
                "\(profile.state) \(left(of: profile)), but the last attempt failed: \(error)",
                mend: "\(Remedy.advice(for: error)), \(trial(of: profile))")
        }
        return Finding("profile", of: profile.name, .good, good(profile, at: now))
    }

    private static func lacking(_ profile: ProfileStatus, at now: Timestamp) -> Finding {
        let state = lack(of: profile, at: now)
        guard !profile.isBeingSupplied else {
            return Finding(
                "profile", of: profile.name, .doubtful, "\(state); one is being fetched now",
                mend: "wait a moment, then 'ossauthctl doctor' again")
        }
        if let error = profile.lastError {
            return Finding(
                "profile", of: profile.name, profile.isRequired ? .bad : .doubtful,
                "\(state): \(error)\(profile.isRequired ? "" : withoutNeed)",
                mend: "\(Remedy.advice(for: error)), \(trial(of: profile))")
        }
        guard !profile.isRequired else {
            return Finding("profile", of: profile.name, .bad, state, mend: supply(of: profile))
        }
        guard !profile.waitsForQuestions else {
            return Finding("profile", of: profile.name, .good, "\(state); one is fetched when somebody asks")
        }
        return Finding("profile", of: profile.name, .doubtful, state + withoutNeed, mend: supply(of: profile))
    }

    /// How a profile gets a credential that has none.
    private static func supply(of profile: ProfileStatus) -> String {
        guard profile.source != "manual" else {
            return "'ossauthctl credentials set \(profile.name)' gives it a token"
        }
        let outcome = profile.forgottenAt == nil ? "says what its server answers" : "fetches another"
        return "'ossauthctl refresh \(profile.name)' \(outcome)"
    }

    private static let withoutNeed = "; it may do without (Required=no)"

    private static func lack(of profile: ProfileStatus, at now: Timestamp) -> String {
        switch (StateWord(rawValue: profile.state), profile.forgottenAt) {
        case (.never, let time?):
            "its credential was forgotten \(TimeSpan.short(.seconds(max(0, now - time)))) ago, as the operator asked"
        case (.never, nil): "it has received no credential yet"
        case (.expired, _): "its credential has ended"
        default: "it has no credential that is valid now (\(profile.state))"
        }
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
}
