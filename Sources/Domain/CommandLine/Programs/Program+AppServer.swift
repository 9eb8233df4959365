extension Program {
    /// `ossauth-appserver`: its command line.
    package static let appServer = Program(
        "ossauth-appserver", "an AppServer to try ossauthd with",
        details: [
            """
            Hands out keys that it makes up, in the form that ossauthd fetches, to programs of this host. \
            It prints the address on which it listens.
            """,
            """
            GET /sts, or GET /, answers with a new key, as Source=appserver wants it. POST /sign answers \
            with the signature that Source=remote-signer asks for, and to a string of V1 as plain text with \
            'OSS ID:SIGNATURE'. The key that signs is made up at each start: AccessKeyID= of the profile is \
            the AccessKeyId in the line that the start adds to --ledger first. GET /health says that it runs.
            """,
        ],
        options: [.demo, .listen, .ledger, .lifetime],
        examples: [Example("--demo --listen 127.0.0.1:8080", "keys for whoever asks on this host")],
        exitStatuses: [
            Note("0", "A stop."), Note("1", "An error of the system."),
            Note("64", "The command line is wrong."),
        ],
        manual: Manual(seeAlso: ["ossauthctl(1)", "ossauthd(8)"]))
}

extension Option {
    package static let demo = Option(
        "demo", .flag, "Needed: the keys are made up, and OSS knows none of them.")
    package static let listen = Option(
        "listen", .text("ADDRESS:PORT"), "127.0.0.1 or [::1], and a port; 0 means any.",
        standard: "127.0.0.1:0")
    package static let ledger = Option(
        "ledger", .path("FILE"), "Write the keys that were handed out there, for whoever verifies signatures."
    )
    package static let lifetime = Option(
        "lifetime", .text("SECONDS"), "How long a key lives, 1 to 43200.", standard: "3600")
}
