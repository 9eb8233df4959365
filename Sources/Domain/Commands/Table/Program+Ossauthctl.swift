package import CommandLine

extension Program {
    /// `ossauthctl`: all that it understands.
    package static let ossauthctl = Program(
        "ossauthctl", "get signatures from ossauthd, and look after it",
        details: [
            """
            It asks ossauthd over its socket, with the rights that the rules of the daemon give to you. \
            Explain, credentials set and forget, refresh and reload go over another socket, which is root's.
            """
        ],
        options: [.socket, .adminSocket, .output, .json, .timeout, .debug],
        groups: [
            CommandGroup("Sign", [.presign, .sign, .postPolicy]),
            CommandGroup("Look", [.status, .top, .events, .profiles, .whoami, .metrics, .bench]),
            CommandGroup(
                "Credentials",
                [.execute, .showCredentials, .exportCredentials, .setCredentials, .forgetCredentials]),
            CommandGroup("Administer", [.refresh, .reload, .check, .explain, .completion]),
            CommandGroup("Troubleshoot", [.doctor, .verify]),
        ],
        families: [Note("credentials", "Show, export, set or forget a credential")],
        firstSteps: [
            Note("status", "Show which profiles can sign, and how long"),
            Note("presign oss://BUCKET/KEY", "Print a URL to download with"),
            Note("sign GET oss://BUCKET/KEY", "Print headers for a request of your own"),
            Note("whoami", "Show what the rules let you do"),
            Note("doctor", "Find out why it does not work"),
        ],
        examples: [
            Example("status", "which profiles can sign, and how long"),
            Example("presign oss://bucket/photo.jpg", "a URL to download with, good for 15 minutes"),
            Example("sign PUT oss://bucket/photo.jpg", "headers for a request that you send yourself"),
        ],
        topics: [.rules, .time],
        hints: [
            Note("start", "use 'systemctl start ossauthd'"),
            Note("stop", "use 'systemctl stop ossauthd'"),
            Note("restart", "use 'systemctl restart ossauthd'"),
            Note("logs", "use 'journalctl --unit ossauthd'"),
            Note("watch", "use 'events', or 'status --watch'"),
            Note("--verbose", "use --debug"),
            Note("--expires-in", "use --expires"),
            Note("--expires-duration", "use --expires"),
            Note("--sign-version", "use --signature-version"),
            Note("--explain", "use --show-string-to-sign"),
            Note("-v", "use --debug, or -V for the version"),
            Note("-q", "redirect standard error, which has the notes"),
        ],
        environment: [
            Note("OSSAUTHD_SOCKET", "The socket of the daemon, where --socket is not given."),
            Note("OSSAUTHD_ADMIN_SOCKET", "The same for --admin-socket."),
            Note("OSSAUTHD_PROFILE", "The profile, where --profile is not given."),
            Note("NO_COLOR, CLICOLOR_FORCE", "Never colours, or colours even where there is no terminal."),
        ],
        exitStatuses: ExitStatus.allCases.map { Note(String($0.rawValue), $0.meaning) },
        manual: Manual(
            files: [
                Note(SocketPath.api, "The socket that answers everybody, by the rules."),
                Note(SocketPath.admin, "The socket for root."),
            ],
            seeAlso: ["systemctl(1)", "ossauthd.conf(5)", "ossauthd(8)"]))
}
