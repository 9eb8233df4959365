internal import CommandLine

// The commands that look after the daemon.
extension Command {
    static let status = Command(
        "status", "Show which profiles can sign, and how long",
        details: [
            "Ends with 0 when every required profile can sign now, else with 4. Root is shown all of them.",
            "With --watch the table stays and is kept up to date, until Control-C or q.",
        ],
        options: [.watch, .interval],
        examples: [
            Example("status", "a table of the profiles that you may use"),
            Example("status --watch", "the same, kept up to date"),
            Example("status --json", "the same for a program"),
        ])

    static let profiles = Command(
        "profiles", "List the profiles that you may use",
        details: ["Prints one name a line; 'status' says how each of them is. Root is shown all."],
        examples: [
            Example("profiles", "their names"),
            Example("profiles --output csv", "their names, sources, states and ends"),
        ])

    static let setCredentials = Command(
        "credentials set", "Give a token to a profile with Source=manual",
        details: [
            """
            Reads what an AppServer answers, a JSON object with AccessKeyId, AccessKeySecret, SecurityToken \
            and Expiration, from standard input or a file: a command line is seen by everybody on the host.
            """
        ],
        arguments: [.profile],
        options: [.file],
        examples: [
            Example(
                "credentials set uploads", "straight from the AppServer",
                input: "curl --fail --silent https://appserver.example.com/sts"),
            Example("credentials set uploads --file token.json", "from a file"),
        ])

    static let forgetCredentials = Command(
        "credentials forget", "Make the daemon forget a token",
        details: ["It is gone from memory and from the cache file. URLs that were signed with it stay good."],
        arguments: [.profile],
        examples: [Example("credentials forget uploads", "nothing more is signed with it")])

    static let refresh = Command(
        "refresh", "Fetch new tokens now",
        details: [
            """
            Answers when it is done. A failed refresh ends with 5 while the old token still signs, and \
            with 4 when nothing does.
            """
        ],
        arguments: [
            Argument(
                "PROFILE", "The profile; none: all that have a source to ask.", count: .any,
                completedBy: .profiles)
        ],
        examples: [Example("refresh", "all profiles"), Example("refresh uploads backup", "these two")])

    static let reload = Command(
        "reload", "Read the configuration again",
        details: ["A configuration with an error changes nothing; the error is shown."],
        examples: [Example("reload", "after a change in /etc/ossauthd")])
}

extension Argument {
    fileprivate static let profile = Argument("PROFILE", "The name of the profile.", completedBy: .profiles)
}

extension Option {
    static let file = Option(
        "file", .path("FILE"), "Read the token from this file.", standard: "-, standard input")
}
