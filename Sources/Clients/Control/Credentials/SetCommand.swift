internal import Bytes
package import CommandLine
internal import Kernel
internal import OSSAuthClient

/// `credentials set`: gives a token to a profile.
package struct SetCommand: ProgramCommand {
    package static let command = Command(
        "credentials set", "Give a token to a profile with Source=manual",
        details: [
            """
            Reads what an AppServer answers, a JSON object with AccessKeyId, AccessKeySecret, SecurityToken \
            and Expiration, from standard input or a file: every user of the host can see a command line.
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

    let profile: ProfileName
    /// `nil`: standard input.
    package let file: String?

    package init(_ call: Call) throws(UsageError) {
        profile = try ProfileName(call.arguments[0])
        let file = call.value(of: .file)
        self.file = file == "-" ? nil : file
    }

    package var socket: Socket { .admin }

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        let token = try token()
        try session.show(
            .setCredentials(profile: profile.text), body: token.span, as: SigningDaemon.Profile.self
        ) { $0.text(of: [$1]) }
        return .done
    }

    private func token() throws(Failure) -> ByteBuffer {
        // Best effort: without it, the kernel still protects the token from other users.
        try? ThisProcess.forbidDumps()
        guard file != nil || !StandardStream.input.isTerminal else {
            throw Failure(
                .usage, "standard input is this terminal, which would show the token; use a pipe or --file")
        }
        let token = try InputFile.contents(of: file ?? "-", "the token")
        guard !token.isEmpty else {
            throw Failure(.usage, "there is no token in \(file ?? "standard input")")
        }
        return token
    }
}

/// `credentials forget`: makes the daemon forget a token.
package struct ForgetCommand: ProgramCommand {
    package static let command = Command(
        "credentials forget", "Make the daemon forget a token",
        details: [
            "It is gone from memory and from the cache file. URLs that were signed with it stay valid."
        ],
        arguments: [.profile],
        examples: [Example("credentials forget uploads", "nothing more is signed with it")])

    let profile: ProfileName

    package init(_ call: Call) throws(UsageError) {
        profile = try ProfileName(call.arguments[0])
    }

    package var socket: Socket { .admin }

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        try session.show(.forgetCredentials(profile: profile.text), as: SigningDaemon.Profile.self) {
            $0.text(of: [$1])
        }
        return .done
    }
}

extension Argument {
    fileprivate static let profile = Argument("PROFILE", "The name of the profile.")
}

extension Option {
    static let file = Option(
        "file", .path("FILE"), "Read the token from this file.", standard: "-, standard input")
}
