package import Bytes

/// The counts of an AppServer.
package struct IssuingTally {
    /// Tokens handed out.
    package var issued = 0
    /// By the position of their kind in `IssuingReport.refusals`.
    package var refusals = [Int](repeating: 0, count: IssuingReport.refusals.count)

    package init() {}
}

/// The counts of the answers of ossauthd.
package struct DaemonTally {
    package var tokens = 0
    /// By the position of their reason in `IssuingReport.failures`.
    package var failures = [Int](repeating: 0, count: IssuingReport.failures.count)

    package init() {}
}

/// The content of `GET /metrics` of an AppServer.
package struct IssuingReport {
    package static let refusals = ["invalid", "unauthenticated", "forbidden", "limited", "unavailable"]
    package static let failures = ["unreachable", "busy", "refused", "invalid"]

    private let version: String
    private let tally: IssuingTally
    private let daemon: DaemonTally
    /// The users whose tokens are kept.
    package var users = 0
    package var connections = 0
    package var daemonAnswers = true
    /// The keys of the files, each with whether it was read as it is now.
    package var files: [(key: StaticString, isCurrent: Bool)] = []

    package init(version: String, _ tally: IssuingTally, _ daemon: DaemonTally) {
        self.version = version
        self.tally = tally
        self.daemon = daemon
    }

    package func write(into output: inout ByteBuffer) {
        var writer = MetricsWriter()
        writer.begin("ossauth_appserver", .info, "The version.")
        writer.add(1, ("version", version))
        writer.begin("ossauth_appserver_answers", .counter, "Answers to requests for a token.")
        writer.add(tally.issued, ("outcome", "issued"))
        for (name, count) in zip(IssuingReport.refusals, tally.refusals) {
            writer.add(count, ("outcome", name))
        }
        writer.begin(
            "ossauth_appserver_daemon_answers", .counter, "Answers of ossauthd to questions for a new token.")
        writer.add(daemon.tokens, ("outcome", "issued"))
        for (name, count) in zip(IssuingReport.failures, daemon.failures) {
            writer.add(count, ("outcome", name))
        }
        writer.write(
            daemonAnswers ? 1 : 0, "ossauth_appserver_daemon_up", .gauge,
            "Whether ossauthd answered at the last look, at most a second ago.")
        if !files.isEmpty {
            writer.begin(
                "ossauth_appserver_file_current", .gauge,
                "Whether the file was read as it is now; if not, its old content is in use.")
            for file in files { writer.add(file.isCurrent ? 1 : 0, ("file", "\(file.key)")) }
        }
        writer.write(users, "ossauth_appserver_users", .gauge, "Users whose tokens are kept.")
        writer.write(connections, "ossauth_appserver_connections", .gauge, "Open connections.")
        writer.finish(into: &output)
    }
}
