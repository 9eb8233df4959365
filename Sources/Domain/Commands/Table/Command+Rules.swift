internal import CommandLine

// The commands that ask the rules.
extension Command {
    static let whoami = Command(
        "whoami", "Show whom the daemon takes you for, and what you may do",
        details: [
            """
            A rule may ask for the unit, the program and the label of a caller; what the daemon found of these \
            stands here, and how sure it is that they are yours.
            """
        ],
        examples: [
            Example("whoami", "user, unit, program and rules"), Example("whoami --json", "for a program"),
        ])

    static let explain = Command(
        "explain", "Show whether the rules grant a request, and everything that is missing",
        details: [
            """
            Evaluates the rules for you, or as root for any user, without signing anything. Exits with 0 when \
            the request is granted, else with 1. Of a refusal it shows each condition that is not met of the rule \
            that comes nearest, and to root the file and line of that rule. Also reports if mode and group of \
            the socket would keep that user out.
            """,
            """
            The string of sign-string is a string to sign of V1. With --signature-version v4, --region and --time it \
            is a canonical request, since behind a string to sign of V4 nobody sees what it is for.
            """,
        ],
        arguments: [
            Argument(
                "OPERATION", "The operation that is asked for.",
                choices: ["sign", "presign", "post-policy", "sign-string", "credentials"]),
            Argument(
                "REQUEST",
                "OSS-URL; for sign METHOD OSS-URL; for sign-string the string itself; for credentials a profile, or nothing.",
                count: .any),
        ],
        options: [.user, .unit, .slice, .executable, .label, .method, .expires] + Option.kindOfSignature,
        examples: [
            Example("explain presign oss://media/photo.jpg", "whether you may, and what is missing"),
            Example(
                "explain --user www-data --unit nginx.service presign oss://media/users/x", "for a web server"
            ),
            Example("explain --user backup sign PUT oss://bucket/photo.jpg", "for an upload by another user"),
            Example("explain --user root credentials uploads", "for a key that leaves the daemon"),
        ])
}
