package import CommandLine
internal import Kernel

/// `init`: the first profile and the rule of one user by one command.
package struct InitCommand: ProgramCommand {
    package static let command = Command(
        "init", "Write the first profile and rule, and prove them by one URL",
        details: [
            """
            Writes BUCKET.conf, which the daemon has checked, adds the user to the group 'ossauth', reloads, waits for a token and \
            presigns one URL as that user. Prints each step as a command, and takes all of them back if one fails. The first \
            [Access] ends the standard rule of root and that group; a second one keeps it for those who have it.
            """
        ],
        options: [.appServer, .ecsRole, .server, .firstBucket, .firstUser, .dryRun],
        examples: [
            Example(
                "init --ecs-role --endpoint oss-cn-hangzhou.aliyuncs.com --bucket media --user www-data",
                "for a web server, by the role of the ECS instance")
        ])
    package static let hasJSON = false

    /// That of bucket, profile, rule and file.
    let name: String
    private let user: String
    private let source: String
    private let isDry: Bool

    package init(_ call: Call) throws(UsageError) {
        func line(_ option: Option) throws(UsageError) -> String {
            // A blank would begin another word of a line.
            if let text = try call.line(of: option), !text.utf8.contains(UInt8(ascii: " ")) { return text }
            throw UsageError("init needs --\(option.name), without a blank in it")
        }
        let (bucket, endpoint) = (try line(.firstBucket), try line(.server))
        (name, user, isDry) = (try ProfileName(bucket).text, try line(.firstUser), call.has(.dryRun))
        let place = call.has(.ecsRole) ? "ecs-ram-role" : "appserver\nURL=\(try line(.appServer))"
        source = "Source=\(place)\nEndpoint=\(endpoint)\nBucket=\(bucket)\n"
        if call.has(.appServer), call.has(.ecsRole) {
            throw UsageError("--url and --ecs-role are two sources")
        }
    }

    package var socket: Socket { .admin }

    /// The file; `members`: selectors of those who lose the standard rule by it.
    package func text(keeping members: [String]) -> String {
        "[Profile \(name)]\n\(source)\n[Access \(name)]\nMatch=user:\(user)\nProfile=\(name)\nBucket=\(name)\n"
            + "Allow=sign presign status\nMethod=GET HEAD PUT\nMaxExpires=1h\n"
            + (members.isEmpty
                ? "" : "\n# Keeps the standard rule, which the first [Access] ends.\n[Access members]\n")
            + members.map { "Match=\($0)\n" }.joined()
            + (members.isEmpty ? "" : "Allow=sign presign post-policy status watch\n")
    }

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        guard let account = try? Account.named(user) else {
            throw Failure(.usage, "this host has no user '\(user)'")
        }
        let text = text(keeping: try Checker.rules.isEmpty ? Setup.members : [])
        guard !isDry, ThisProcess.user == 0 else {
            try session.terminal.print(text)
            if isDry { return .done }
            throw Failure(.usage, "only root can put this into effect")
        }
        var setup = Setup(name: name, account: account, terminal: session.terminal)
        do throws(Failure) { try setup.perform(text, &session) } catch {
            for words in setup.undo { try? setup.run(words) }
            throw Failure(error.status, "\(error.sentence); all is as before, so correct it and try again")
        }
        return .done
    }
}

extension Option {
    static let appServer = Option("url", .text("URL"), "The AppServer that hands out the tokens.")
    static let ecsRole = Option("ecs-role", .flag, "Take the tokens of the role of this ECS instance.")
    static let server = Option("endpoint", .text("HOST"), "The server of OSS.")
    static let firstBucket = Option("bucket", .text("NAME"), "The bucket; the profile gets its name.")
    static let firstUser = Option("user", .text("USER", completedBy: .users), "The user of the programs.")
    static let dryRun = Option("dry-run", .flag, "Print the file, and change nothing.")
}
