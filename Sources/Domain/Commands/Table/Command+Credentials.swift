internal import CommandLine
internal import Documents

// The commands that get credentials out of the daemon, for programs that cannot do without.
extension Command {
    static let showCredentials = Command(
        "credentials show", "Show which credential a profile has, and how long",
        details: [
            """
            Of its secrets it shows only how long they are, unless --reveal asks for them, wherever the output \
            goes. Needs a rule with Allow=credentials, as every command that gets a credential.
            """
        ],
        arguments: [.anyProfile],
        options: [.profile, .minValid, .reveal],
        examples: [
            Example("credentials show uploads", "its id and its end"),
            Example("credentials show --reveal uploads", "its secrets too, to look at once"),
        ])

    static let exportCredentials = Command(
        "credentials export", "Write a credential in the form that a program reads",
        details: [
            """
            For programs that sign by themselves; those that ask the daemon to sign need none. 'credentials' \
            with an option is short for it. A terminal gets it only with --reveal.
            """,
            DocumentFormat.allCases.map { "\($0.rawValue): \($0.summary)." }.joined(separator: " "),
        ],
        arguments: [.anyProfile],
        options: [.documentFormat, .profile, .minValid, .endpoint, .region, .reveal],
        examples: [
            Example(
                "credentials --format json uploads", "as a credentials URI has it",
                output: "> credential.json"),
            Example(
                "credentials --format ossutil uploads",
                "for ossutil, with endpoint and region of the profile",
                output: "> ossutilconfig"),
            Example(
                "credentials export --format external", "as process_command of aliyun-cli", output: "| cat"),
        ], isDefault: true)

    static let execute = Command(
        "exec", "Run a program with a credential",
        details: [
            """
            The program finds the credential in ALIBABA_CLOUD_ACCESS_KEY_ID, \
            ALIBABA_CLOUD_ACCESS_KEY_SECRET and ALIBABA_CLOUD_SECURITY_TOKEN, and once more in \
            OSS_ACCESS_KEY_ID, OSS_ACCESS_KEY_SECRET and OSS_SESSION_TOKEN, which only its user can read. Where \
            neither is set, OSS_REGION and OSS_ENDPOINT are set to those of the profile. Ends as the program ends.
            """,
            """
            With --uri these six are removed, and ALIBABA_CLOUD_CREDENTIALS_URI has an address where the \
            program gets the newest each time. ALIBABA_CLOUD_ECS_METADATA_DISABLED and \
            ALIBABA_CLOUD_CLI_PROFILE_DISABLED are true then, so that it looks for no other.
            """,
            """
            A program that lives longer than the credential needs the address, or --on-rotation: restart ends \
            it and starts it again, a signal tells it that there is another.
            """,
        ],
        arguments: [
            Argument("COMMAND", "The program.", completedBy: .commands),
            Argument("ARGUMENT", "What belongs to it.", count: .any, completedBy: .files),
        ],
        options: [.profile, .minValid, .address, .onRotation],
        examples: [
            Example("exec --profile uploads -- sh -c 'echo $OSS_ACCESS_KEY_ID'", "with variables"),
            Example("exec --profile uploads --min-valid 10min true", "with one that lasts ten minutes"),
            Example(
                "exec --profile uploads --on-rotation restart -- sh backup.sh",
                "started again whenever there is a new one"),
            Example("exec --profile uploads --uri -- sh backup.sh", "with an address that has the newest"),
        ])
}

extension Argument {
    fileprivate static let anyProfile = Argument(
        "PROFILE", "The profile; none: as --profile says.", count: .optional, completedBy: .profiles)
}

extension Option {
    static let documentFormat = Option(
        "format", .choice("FORMAT", DocumentFormat.allCases.map(\.rawValue)), "The form.", standard: "json")
    static let reveal = Option("reveal", .flag, "Let the secrets be seen, on a terminal too.")
    static let address = Option(
        "uri", .flag,
        "Hand over a private address instead, which needs ossauthd-compat.socket, or CompatListen=.")
    static let onRotation = Option(
        "on-rotation", .choice("WHAT", ["ignore", "restart"] + Signals.names),
        "What to do when the credential was renewed.", standard: "ignore")
}
