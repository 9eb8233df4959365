internal import API
internal import Time
internal import Tokens

extension MetricsReport {
    func writeProfiles(_ writer: inout MetricsWriter) {
        writer.begin(Family("ossauthd_profile", .info, "The profiles, and where their tokens come from."))
        for profile in profiles {
            writer.add(1, ("profile", profile.report.name), ("source", profile.report.source))
        }
        write(
            Family("ossauthd_profile_required", .gauge, "Whether the profile has Required=yes."), to: &writer
        ) { $0.report.isRequired ? 1 : 0 }
        write(
            Family("ossauthd_profile_lazy", .gauge, "Whether a token is fetched only when somebody asks."),
            to: &writer
        ) { $0.report.isLazy ? 1 : 0 }
        writeStates(&writer)
        write(
            Family("ossauthd_signatures", .counter, "What was signed; each key of a list counts."),
            to: &writer
        ) { $0.tally.signatures }
        write(
            Family(
                "ossauthd_clock_skew_seconds", .gauge, unit: "seconds",
                "How far the clock that the profile signs by, its server's, is ahead of this host's."),
            to: &writer
        ) { $0.report.clockSkewSeconds }
        writeCredentials(&writer)
        writeFiles(&writer)
    }

    private func writeStates(_ writer: inout MetricsWriter) {
        writer.begin(Family("ossauthd_profile_state", .gauge, "1 for the state that the profile is in."))
        for profile in profiles {
            for state in ProfileState.allCases {
                writer.add(
                    profile.report.state == state ? 1 : 0, ("profile", profile.report.name),
                    ("state", "\(state.name)"))
            }
        }
    }

    private func writeFiles(_ writer: inout MetricsWriter) {
        write(
            Family(
                "ossauthd_cache_good", .gauge,
                "Whether the last token could be cached; else a restart may need another."),
            to: &writer
        ) { $0.report.isCached ? 1 : 0 }
        writer.begin(
            Family(
                "ossauthd_sink_good", .gauge,
                "Whether the file was written and its readers were notified when that was last tried."))
        for profile in profiles {
            for sink in profile.report.sinks {
                writer.add(sink.isFresh ? 1 : 0, ("profile", profile.report.name), ("sink", sink.name))
            }
        }
    }

    /// Times rather than spans of time: they stay true in a file that is read later.
    private func writeCredentials(_ writer: inout MetricsWriter) {
        write(
            Family("ossauthd_credential_generation", .gauge, "The number of the present token; 0: none yet."),
            to: &writer
        ) { $0.report.generation }
        write(
            Family(
                "ossauthd_credential_fetched_timestamp_seconds", .gauge, unit: "seconds",
                "When the present token was received."),
            to: &writer
        ) { $0.report.fetchedAt?.whole }
        write(
            Family(
                "ossauthd_credential_expiration_timestamp_seconds", .gauge, unit: "seconds",
                "When the present token ends; absent where it has no end."),
            to: &writer
        ) { $0.report.expiration?.whole }
        write(
            Family(
                "ossauthd_refresh_next_timestamp_seconds", .gauge, unit: "seconds",
                "When the next token is asked for."),
            to: &writer
        ) { $0.report.nextRefreshAt?.whole }
    }

    func writeRefreshes(_ writer: inout MetricsWriter) {
        write(Family("ossauthd_refreshes", .counter, "New tokens, fetched or set."), to: &writer) {
            $0.tally.refreshes
        }
        writer.begin(
            Family(
                "ossauthd_refresh_failures", .counter,
                "Attempts without a token: passing, throttled by the server, or permanent until somebody acts."
            ))
        for profile in profiles {
            let name = profile.report.name
            writer.add(profile.tally.passing, ("profile", name), ("kind", "passing"))
            writer.add(profile.tally.throttled, ("profile", name), ("kind", "throttled"))
            writer.add(profile.tally.permanent, ("profile", name), ("kind", "permanent"))
        }
        write(
            Family("ossauthd_refresh_consecutive_failures", .gauge, "Failed attempts since the last token."),
            to: &writer
        ) { $0.report.consecutiveFailures }
    }

    /// One figure for each profile that has it.
    private func write(_ family: Family, to writer: inout MetricsWriter, of figure: (Profile) -> Int?) {
        writer.begin(family)
        for profile in profiles {
            if let figure = figure(profile) { writer.add(figure, ("profile", profile.report.name)) }
        }
    }
}

extension Timestamp {
    fileprivate var whole: Int { Int(secondsSince1970) }
}
