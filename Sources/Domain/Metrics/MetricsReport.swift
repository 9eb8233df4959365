package import API
package import Bytes
internal import Time
internal import Tokens

/// The content of `GET /metrics`, limited to what the caller may see.
package struct MetricsReport {
    package struct Profile {
        package var report: ProfileReport
        package var tally: ProfileTally

        package init(_ report: ProfileReport, _ tally: ProfileTally) {
            self.report = report
            self.tally = tally
        }
    }

    /// The state of the daemon apart from its profiles.
    package struct Situation {
        package var isReady: Bool
        package var connections: Int
        package var maxConnections: Int
        /// Tokens of `Scope=caller` that are held.
        package var scopedTokens = 0
        /// The previous process did not end by itself.
        package var followsCrash: Bool
        /// The configuration on disk is valid.
        package var configurationIsGood: Bool
        /// The configuration on disk has changes that require a restart.
        package var needsRestart: Bool

        package init(
            isReady: Bool, connections: Int, of maxConnections: Int, followsCrash: Bool,
            configurationIsGood: Bool, needsRestart: Bool
        ) {
            self.isReady = isReady
            self.connections = connections
            self.maxConnections = maxConnections
            self.followsCrash = followsCrash
            self.configurationIsGood = configurationIsGood
            self.needsRestart = needsRestart
        }
    }

    /// The kernel's figures about the process; `nil` if they are unavailable.
    package struct Process {
        package var startedAt: Int64
        package var processorNanoseconds: Int64
        package var residentBytes: Int?
        package var openDescriptors: Int?
        package var maxDescriptors: Int

        package init(
            startedAt: Int64, processorNanoseconds: Int64, residentBytes: Int?, openDescriptors: Int?,
            of maxDescriptors: Int
        ) {
            self.startedAt = startedAt
            self.processorNanoseconds = processorNanoseconds
            self.residentBytes = residentBytes
            self.openDescriptors = openDescriptors
            self.maxDescriptors = maxDescriptors
        }
    }

    package var version: String
    package var situation: Situation
    package var process: Process
    package var tally: Tally
    package var profiles: [Profile]

    package init(
        version: String, _ situation: Situation, _ process: Process, _ tally: Tally, profiles: [Profile]
    ) {
        self.version = version
        self.situation = situation
        self.process = process
        self.tally = tally
        self.profiles = profiles
    }

    package func write(into output: inout ByteBuffer) {
        var writer = MetricsWriter()
        writeDaemon(&writer)
        writeRequests(&writer)
        writeConnections(&writer)
        writeProfiles(&writer)
        writeRefreshes(&writer)
        writeProcess(&writer)
        writer.finish(into: &output)
    }

    private func writeDaemon(_ writer: inout MetricsWriter) {
        writer.begin("ossauthd_build", .info, "The release.")
        writer.add(1, ("version", version))
        writer.write(
            situation.isReady ? 1 : 0, "ossauthd_ready", .gauge, "Whether every required profile can sign.")
        writer.write(
            situation.configurationIsGood ? 1 : 0, "ossauthd_configuration_good", .gauge,
            "Whether the configuration was valid when it was last read; an invalid one is not used.")
        writer.write(
            situation.needsRestart ? 1 : 0, "ossauthd_restart_needed", .gauge,
            "Whether the last reload found changes that require a restart.")
        writer.write(
            situation.scopedTokens, "ossauthd_scoped_tokens", .gauge,
            "Tokens of profiles with Scope=caller, one for each policy and session.")
        writer.write(
            situation.followsCrash ? 1 : 0, "ossauthd_started_after_crash", .gauge,
            "Whether the previous process crashed or was killed, for example by the watchdog.")
    }

    private func writeRequests(_ writer: inout MetricsWriter) {
        writer.begin("ossauthd_requests", .counter, "Requests by operation and outcome.")
        for kind in RequestKind.allCases {
            for verdict in Verdict.allCases {
                writer.add(
                    tally.count(of: kind, verdict), ("operation", "\(kind.name)"),
                    ("verdict", "\(verdict.name)"))
            }
        }
        writer.begin(
            "ossauthd_request_duration_seconds", .histogram,
            "From the wakeup that found the request to its answer in the client's socket.")
        writer.add(tally.durations)
        writer.begin(
            "ossauthd_busy_seconds", .counter,
            "The time that was spent on users; /v1/status on the admin socket names the busiest ones.")
        for users in UserClass.allCases {
            writer.add(seconds: tally.nanoseconds(spentOn: users), ("users", "\(users.name)"))
        }
    }

    private func writeConnections(_ writer: inout MetricsWriter) {
        writer.write(situation.connections, "ossauthd_connections", .gauge, "Connected clients.")
        writer.write(
            situation.maxConnections, "ossauthd_connections_max", .gauge,
            "The limit of clients connected at the same time.")
        writer.begin("ossauthd_connections_accepted", .counter, "Accepted connections.")
        for listenerKind in ListenerKind.allCases {
            writer.add(tally.countOfConnections(at: listenerKind), ("socket", "\(listenerKind.name)"))
        }
        writer.begin("ossauthd_limits_hit", .counter, "How often clients reached a limit.")
        for limit in Limit.allCases { writer.add(tally.count(of: limit), ("limit", "\(limit.name)")) }
    }

    private func writeProcess(_ writer: inout MetricsWriter) {
        writer.write(
            Int(process.startedAt), "ossauthd_process_start_time_seconds", .gauge,
            "When the process started.")
        writer.begin("ossauthd_process_cpu_seconds", .counter, "User and system time.")
        writer.add(seconds: process.processorNanoseconds)
        if let bytes = process.residentBytes {
            writer.write(
                bytes, "ossauthd_process_resident_memory_bytes", .gauge, "Memory in use.")
        }
        if let descriptors = process.openDescriptors {
            writer.write(descriptors, "ossauthd_process_open_fds", .gauge, "Open descriptors.")
        }
        writer.write(
            process.maxDescriptors, "ossauthd_process_max_fds", .gauge, "The limit of open descriptors.")
    }

    private func writeProfiles(_ writer: inout MetricsWriter) {
        writer.begin("ossauthd_profile", .info, "The profiles and the sources of their tokens.")
        for profile in profiles {
            writer.add(1, ("profile", profile.report.name), ("source", profile.report.source))
        }
        write(&writer, "ossauthd_profile_required", .gauge, "Whether the profile has Required=yes.") {
            $0.report.isRequired ? 1 : 0
        }
        write(&writer, "ossauthd_profile_lazy", .gauge, "Whether a token is fetched only on request.") {
            $0.report.isLazy ? 1 : 0
        }
        writeStates(&writer)
        write(&writer, "ossauthd_signatures", .counter, "Signatures; each key of a list counts.") {
            $0.tally.signatures
        }
        write(
            &writer, "ossauthd_clock_skew_seconds", .gauge,
            "How far the server's clock, which the profile signs by, is ahead of this host's."
        ) { $0.report.clockSkewSeconds }
        writeCredentials(&writer)
        writeFiles(&writer)
    }

    private func writeStates(_ writer: inout MetricsWriter) {
        writer.begin("ossauthd_profile_state", .gauge, "1 for the state that the profile is in.")
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
            &writer, "ossauthd_cache_good", .gauge,
            "Whether the last token is cached; otherwise a restart may need a new one."
        ) { $0.report.isCached ? 1 : 0 }
        writer.begin(
            "ossauthd_sink_good", .gauge,
            "Whether the last attempt to write the file succeeded.")
        for profile in profiles {
            for sink in profile.report.sinks {
                writer.add(sink.isFresh ? 1 : 0, ("profile", profile.report.name), ("sink", sink.name))
            }
        }
    }

    /// Points in time rather than durations, because these stay true in a file that is read later.
    private func writeCredentials(_ writer: inout MetricsWriter) {
        write(
            &writer, "ossauthd_credential_generation", .gauge, "The number of the current token; 0 for none."
        ) { $0.report.generation }
        write(
            &writer, "ossauthd_credential_fetched_timestamp_seconds", .gauge,
            "When the current token was received."
        ) { $0.report.fetchedAt?.whole }
        write(
            &writer, "ossauthd_credential_expiration_timestamp_seconds", .gauge,
            "When the current token expires; absent if it does not."
        ) { $0.report.expiration?.whole }
        write(
            &writer, "ossauthd_refresh_next_timestamp_seconds", .gauge,
            "When the next token will be fetched."
        ) { $0.report.nextRefreshAt?.whole }
    }

    private func writeRefreshes(_ writer: inout MetricsWriter) {
        write(&writer, "ossauthd_refreshes", .counter, "New tokens, fetched or set.") { $0.tally.refreshes }
        writer.begin(
            "ossauthd_refresh_failures", .counter,
            "Attempts without a token: passing, throttled by the server, or permanent until an operator acts."
        )
        for profile in profiles {
            let name = profile.report.name
            writer.add(profile.tally.passing, ("profile", name), ("kind", "passing"))
            writer.add(profile.tally.throttled, ("profile", name), ("kind", "throttled"))
            writer.add(profile.tally.permanent, ("profile", name), ("kind", "permanent"))
        }
        write(
            &writer, "ossauthd_refresh_consecutive_failures", .gauge,
            "Failed attempts since the last token."
        ) { $0.report.consecutiveFailures }
    }

    /// Writes one figure for each profile that has it.
    private func write(
        _ writer: inout MetricsWriter, _ name: StaticString, _ kind: MetricsWriter.Kind,
        _ help: StaticString, of figure: (Profile) -> Int?
    ) {
        writer.begin(name, kind, help)
        for profile in profiles {
            if let figure = figure(profile) { writer.add(figure, ("profile", profile.report.name)) }
        }
    }
}

extension Timestamp {
    fileprivate var whole: Int { Int(secondsSince1970) }
}
