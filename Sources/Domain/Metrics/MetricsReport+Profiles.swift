internal import API
internal import Time
internal import Tokens

extension MetricsReport {
    func writeProfiles(_ writer: inout MetricsWriter) {
        writer.begin(Family("ossauthd_profile", .info, "The profiles, and where their tokens come from."))
        for profile in profiles {
            writer.add(1, ("profile", profile.report.name), ("source", profile.report.source))
        }
        writer.begin(Family("ossauthd_profile_required", .gauge, "Whether the profile has Required=yes."))
        for profile in profiles {
            writer.add(profile.report.isRequired ? 1 : 0, ("profile", profile.report.name))
        }
        writer.begin(
            Family("ossauthd_profile_lazy", .gauge, "Whether a token is fetched only when somebody asks."))
        for profile in profiles {
            writer.add(profile.report.isLazy ? 1 : 0, ("profile", profile.report.name))
        }
        writer.begin(Family("ossauthd_profile_state", .gauge, "1 for the state that the profile is in."))
        for profile in profiles {
            for state in ProfileState.allCases {
                writer.add(
                    profile.report.state == state ? 1 : 0, ("profile", profile.report.name),
                    ("state", "\(state.name)"))
            }
        }
        writer.begin(Family("ossauthd_signatures", .counter, "What was signed; each key of a list counts."))
        for profile in profiles { writer.add(profile.tally.signatures, ("profile", profile.report.name)) }
        writer.begin(
            Family(
                "ossauthd_clock_skew_seconds", .gauge, unit: "seconds",
                "How far the clock that the profile signs by, its server's, is ahead of this host's."))
        for profile in profiles {
            writer.add(profile.report.clockSkewSeconds, ("profile", profile.report.name))
        }
        writeCredentials(&writer)
        writeFiles(&writer)
    }

    private func writeFiles(_ writer: inout MetricsWriter) {
        writer.begin(
            Family(
                "ossauthd_cache_good", .gauge,
                "Whether the last token could be cached; else a restart may need another."))
        for profile in profiles {
            writer.add(profile.report.isCached ? 1 : 0, ("profile", profile.report.name))
        }
        writer.begin(
            Family("ossauthd_sink_good", .gauge, "Whether the file could be written when it was last tried."))
        for profile in profiles {
            for sink in profile.report.sinks {
                writer.add(sink.isFresh ? 1 : 0, ("profile", profile.report.name), ("sink", sink.name))
            }
        }
    }

    /// Times rather than spans of time: they stay true in a file that is read later.
    private func writeCredentials(_ writer: inout MetricsWriter) {
        writer.begin(
            Family("ossauthd_credential_generation", .gauge, "The number of the present token; 0: none yet."))
        for profile in profiles { writer.add(profile.report.generation, ("profile", profile.report.name)) }
        writer.begin(
            Family(
                "ossauthd_credential_fetched_timestamp_seconds", .gauge, unit: "seconds",
                "When the present token was received."))
        write(&writer) { $0.fetchedAt }
        writer.begin(
            Family(
                "ossauthd_credential_expiration_timestamp_seconds", .gauge, unit: "seconds",
                "When the present token ends; absent where it has no end."))
        write(&writer) { $0.expiration }
        writer.begin(
            Family(
                "ossauthd_refresh_next_timestamp_seconds", .gauge, unit: "seconds",
                "When the next token is asked for."))
        write(&writer) { $0.nextRefreshAt }
    }

    func writeRefreshes(_ writer: inout MetricsWriter) {
        writer.begin(Family("ossauthd_refreshes", .counter, "New tokens, fetched or set."))
        for profile in profiles { writer.add(profile.tally.refreshes, ("profile", profile.report.name)) }
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
        writer.begin(
            Family("ossauthd_refresh_consecutive_failures", .gauge, "Failed attempts since the last token."))
        for profile in profiles {
            writer.add(profile.report.consecutiveFailures, ("profile", profile.report.name))
        }
    }

    private func write(_ writer: inout MetricsWriter, _ time: (ProfileReport) -> Timestamp?) {
        for profile in profiles {
            guard let time = time(profile.report) else { continue }
            writer.add(Int(time.secondsSince1970), ("profile", profile.report.name))
        }
    }
}
