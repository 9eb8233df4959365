package import CommandLine

/// The commands, under the headings of the help.
enum CommandTable {
    static let groups: [(heading: String, commands: [any ProgramCommand.Type])] = [
        ("Sign", [PresignCommand.self, SignCommand.self, PostPolicyCommand.self]),
        (
            "Look",
            [
                StatusCommand.self, TopCommand.self, EventsCommand.self, WhoamiCommand.self,
                MetricsCommand.self,
            ]
        ),
        (
            "Credentials",
            [
                ExecCommand.self, ShowCommand.self, ExportCommand.self, SetCommand.self, ForgetCommand.self,
            ]
        ),
        (
            "Administer",
            [
                InitCommand.self, RefreshCommand.self, ReloadCommand.self, ExplainCommand.self,
                SuggestCommand.self,
            ]
        ),
        ("Troubleshoot", [DoctorCommand.self, VerifyCommand.self]),
    ]

    static func type(of command: Command) -> (any ProgramCommand.Type)? {
        groups.lazy.flatMap(\.commands).first { $0.command == command }
    }
}

extension Program {
    /// The command line of `ossauthctl`.
    package static let ossauthctl = Program(
        "ossauthctl", "get signatures from ossauthd, and look after it",
        details: [
            """
            It asks ossauthd over its socket, with the rights that the rules of the daemon give to you. \
            Explain, credentials set and forget, refresh and reload go over another socket, which is root's.
            """
        ],
        options: [.socket, .adminSocket, .json, .timeout, .debug],
        groups: CommandTable.groups.map { CommandGroup($0.heading, $0.commands.map { $0.command }) },
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
            Example("presign oss://bucket/photo.jpg", "a URL to download with, valid for 15 minutes"),
            Example("sign PUT oss://bucket/photo.jpg", "headers for a request that you send yourself"),
        ],
        topics: [.rules, .time],
        hints: [
            Note("start", "use 'systemctl start ossauthd'"),
            Note("stop", "use 'systemctl stop ossauthd'"),
            Note("check", "use 'ossauthd --check'"),
            Note("restart", "use 'systemctl restart ossauthd'"),
            Note("logs", "use 'journalctl --unit ossauthd'"),
            Note("profiles", "use 'status'; a program reads the names of 'status --json'"),
            Note("--output", "use --json, and jq to make a table of it"),
            Note("-o", "use --json, and jq to make a table of it"),
            Note("--raw", "use --json"),
            Note("watch", "use 'events' or 'top'"),
            Note("get", "use 'presign', which prints a URL for any HTTP client"),
            Note("ls", "use 'exec', which runs a program that lists, such as 'aws s3 ls'"),
            Note("login", "there is none: the rules know you by your user, as 'whoami' shows"),
            Note("config", "edit the files in /etc/ossauthd, then use 'ossauthd --check' and 'reload'"),
            Note("--watch", "use 'top' for a screen, 'events' for a line for each change"),
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

extension Topic {
    static let rules = Topic(
        "rules", "Rules",
        details: [
            """
            The daemon grants a request when one [Access] section of its configuration grants all of it. \
            Without any such section, root and the group 'ossauth' may sign, presign, sign forms, see the \
            status and watch, but get no credential.
            """,
            """
            'ossauthctl whoami' shows the rules for you, 'ossauthctl explain' whether they grant a request, and \
            'ossauthd --check' reports errors in them. ossauthd.conf(5) describes each key.
            """,
        ],
        notes: [
            Note("Match=user:www-data", "Callers that the rule is for; all words of a line must match."),
            Note("Allow=presign status", "Operations that it grants."),
            Note("Profile=media", "Profiles; none given: all."),
            Note("Bucket=photos", "Buckets; none given: all."),
            Note("Key=public/**", "Object keys; ** also matches slashes, * does not."),
            Note("Method=GET", "HTTP methods; none given: all."),
            Note(
                "Parameter=x-oss-process",
                "Query parameters; none given: those that only read, write or list."),
            Note("MaxExpires=1h", "The longest time that a URL may be valid."),
            Note("Rate=100/min", "Signatures for one user in a time."),
        ])

    static let time = Topic(
        "time", "Time formats",
        details: ["How --expires, --min-valid, --timeout and --time are written."],
        notes: [
            Note("900", "Seconds."),
            Note("15min, 1h 30min, 1d, 1w", "A time span with units: ms, s, min (or m), h, d, w."),
            Note("2026-11-21T12:00:00Z", "A point in time, for --time: RFC 3339."),
        ])
}
