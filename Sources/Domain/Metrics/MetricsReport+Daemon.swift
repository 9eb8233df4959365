internal import API
package import Bytes

extension MetricsReport {
    package func write(_ format: MetricsFormat, into output: inout ByteBuffer) {
        var writer = MetricsWriter(format)
        writeDaemon(&writer)
        writeRequests(&writer)
        writeConnections(&writer)
        writeProfiles(&writer)
        writeRefreshes(&writer)
        writeProcess(&writer)
        writer.finish(into: &output)
    }
}

extension MetricsReport {
    private func writeDaemon(_ writer: inout MetricsWriter) {
        writer.begin(Family("ossauthd_build", .info, "Which release this is."))
        writer.add(1, ("version", version))
        writer.begin(Family("ossauthd_ready", .gauge, "Whether every required profile can sign."))
        writer.add(situation.isReady ? 1 : 0)
        writer.begin(
            Family(
                "ossauthd_configuration_good", .gauge,
                "Whether the configuration was good when it was last read; what is bad is not used."))
        writer.add(situation.configurationIsGood ? 1 : 0)
        writer.begin(
            Family(
                "ossauthd_restart_needed", .gauge,
                "Whether the last reload found changes that only a restart takes up."))
        writer.add(situation.needsRestart ? 1 : 0)
        writer.begin(
            Family(
                "ossauthd_started_after_crash", .gauge,
                "Whether the process before this one was killed or crashed, by the watchdog perhaps."))
        writer.add(situation.followsCrash ? 1 : 0)
    }

    private func writeRequests(_ writer: inout MetricsWriter) {
        writer.begin(
            Family("ossauthd_requests", .counter, "Requests by what they were for and how they ended."))
        for kind in RequestKind.allCases {
            for verdict in Verdict.allCases {
                writer.add(
                    tally.count(of: kind, verdict), ("operation", "\(kind.name)"),
                    ("verdict", "\(verdict.name)"))
            }
        }
        writer.begin(
            Family(
                "ossauthd_request_duration_seconds", .histogram, unit: "seconds",
                "From the look that found the request to its answer in the client's socket."))
        writer.add(tally.durations)
    }

    private func writeConnections(_ writer: inout MetricsWriter) {
        writer.begin(Family("ossauthd_connections", .gauge, "Clients that are connected."))
        writer.add(situation.connections)
        writer.begin(
            Family("ossauthd_connections_max", .gauge, "How many clients may be connected at the same time."))
        writer.add(situation.maxConnections)
        writer.begin(Family("ossauthd_connections_accepted", .counter, "Clients that were let in."))
        for door in Door.allCases {
            writer.add(tally.countOfConnections(at: door), ("socket", "\(door.name)"))
        }
        writer.begin(Family("ossauthd_limits_hit", .counter, "How often clients met a limit."))
        for limit in Limit.allCases { writer.add(tally.count(of: limit), ("limit", "\(limit.name)")) }
    }

    private func writeProcess(_ writer: inout MetricsWriter) {
        writer.begin(
            Family(
                "ossauthd_process_start_time_seconds", .gauge, unit: "seconds", "When the process started."))
        writer.add(Int(process.startedAt))
        writer.begin(
            Family(
                "ossauthd_process_cpu_seconds", .counter, unit: "seconds",
                "Processor time, in user and kernel."))
        writer.add(seconds: process.processorNanoseconds)
        if let bytes = process.residentBytes {
            writer.begin(
                Family("ossauthd_process_resident_memory_bytes", .gauge, unit: "bytes", "Memory in use."))
            writer.add(bytes)
        }
        if let descriptors = process.openDescriptors {
            writer.begin(Family("ossauthd_process_open_fds", .gauge, "Open descriptors."))
            writer.add(descriptors)
        }
        writer.begin(Family("ossauthd_process_max_fds", .gauge, "How many descriptors there may be."))
        writer.add(process.maxDescriptors)
    }
}
