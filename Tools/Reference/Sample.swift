internal import CommandLine

/// A command line and its output, for the pages.
///
/// Tests/Systems/Pages runs each with the configuration of the quick start, and compares.
struct Sample {
    /// The words behind the name of the program.
    let words: String
    let output: [String]

    static func of(_ command: Command) -> Sample? { all[command.name] }

    /// The command line behind a prompt, then its output.
    func lines(of program: String) -> [String] { ["$ \(program) \(words)"] + output }

    private static let all = [
        "status": Sample(
            words: "status",
            output: [
                "ossauthd 1.0.0, pid 4711, up 17min: ready",
                "",
                "PROFILE  SOURCE     STATE  LEFT       NEXT REFRESH",
                "media    appserver  fresh  42min 57s  in 12min 14s",
            ]),
        "whoami": Sample(
            words: "whoami",
            output: [
                "user     www-data (33)",
                "groups   33 992",
                "process  pid 4802 (verified by pidfd)",
                "program  /usr/bin/ossauthctl",
                "",
                "[Access me]",
                "  Allow=      presign status",
                "  Profile=    media",
                "  Bucket=     media",
                "  Key=        public/**",
                "  Parameter=  none",
                "  TimeSkew=   15min",
            ]),
        "explain": Sample(
            words: "explain presign oss://media/private/cat.jpg",
            output: [
                "refused: [Access me]  ossauthd.conf:12",
                "  key 'private/cat.jpg' is not in Key=public/**",
                "rules for this caller: [Access me]",
            ]),
    ]
}
