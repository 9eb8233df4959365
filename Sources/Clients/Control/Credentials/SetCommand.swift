internal import Bytes
internal import CommandLine
internal import Kernel
internal import OSSAuthClient
internal import Reaching

extension Command {
    static let setCredentials = Command(
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

    static let forgetCredentials = Command(
        "credentials forget", "Make the daemon forget a token",
        details: [
            "It is gone from memory and from the cache file. URLs that were signed with it stay valid."
        ],
        arguments: [.profile],
        examples: [Example("credentials forget uploads", "nothing more is signed with it")])
}

extension Argument {
    fileprivate static let profile = Argument("PROFILE", "The name of the profile.", completedBy: .profiles)
}

extension Option {
    static let file = Option(
        "file", .path("FILE"), "Read the token from this file.", standard: "-, standard input")
}

extension Session {
    mutating func forgetCredentials(of profile: ProfileName) throws(Failure) {
        let reply = try ask(.forgetCredentials(profile: profile.text))
        let status = try SigningDaemon.Profile(reading: reply.body)
        try show(reply, else: page.text(of: [status]))
    }

    mutating func setCredentials(of profile: ProfileName, from file: String?) throws(Failure) {
        let token = try TokenInput.read(file)
        let reply = try ask(.setCredentials(profile: profile.text), body: token.span)
        let status = try SigningDaemon.Profile(reading: reply.body)
        try show(reply, else: page.text(of: [status]))
    }
}

/// The token of `credentials set`.
enum TokenInput {
    /// The limit of the daemon; a token has a few thousand bytes.
    private static let limit = 1_048_576

    /// Reads a file or standard input whole.
    static func read(_ file: String?) throws(Failure) -> ByteBuffer {
        // Best effort: without it, the kernel still protects the token from other users.
        try? ThisProcess.forbidDumps()
        guard file != nil || !StandardStream.input.isTerminal else {
            throw Failure(
                .usage, "standard input is this terminal, which would show the token; use a pipe or --file")
        }
        let token = try contents(of: file)
        guard !token.isEmpty else {
            throw Failure(.usage, "there is no token in \(file ?? "standard input")")
        }
        return token
    }

    private static func contents(of file: String?) throws(Failure) -> ByteBuffer {
        do throws(SystemError) {
            guard let file else { return try StandardStream.input.contents(atMost: limit) }
            return try File.contents(ofPipeOrFile: file, atMost: limit)
        } catch {
            throw Failure(.usage, "the token cannot be read: \(error)")
        }
    }
}
