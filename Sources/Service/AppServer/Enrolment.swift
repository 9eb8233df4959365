internal import Bytes
internal import CommandLine
internal import Issuing
internal import IssuingSettings
internal import Kernel
internal import Time

/// Gives users their bearer tokens, and takes them back.
struct Enrolment {
    private let file: EnrolmentFile
    private let directory: UserDirectory

    init(_ configuration: String) throws {
        let settings = try IssuingConfiguration.load(configuration)
        guard let path = settings.server.tokenFile else {
            throw InvalidConfiguration(problems: [
                "\(configuration): [AppServer] needs TokenFile= for bearer tokens"
            ])
        }
        file = EnrolmentFile(path: path)
        directory = UserDirectory(users: settings.users, groups: settings.groups)
    }

    /// Prints the token, which is nowhere else from then on.
    func enrol(_ user: UserName, group: String?, replacing: Bool) throws -> Int32 {
        try check(user, group)
        let token = EnrolmentFile.newToken()
        try change { users in
            // A slip of the keyboard must not lock out the host that has the token.
            guard replacing || !users.hasToken(user) else {
                throw EnrolmentError(
                    description:
                        "\(user) has a token, which ends with a new one: add --replace, or give a code with --code, which "
                        + "leaves the token valid until it is used")
            }
            users.enrol(user, group: group, token: token.span)
        }
        return try AppServer.print("\(String(copying: token.span))\n")
    }

    /// Prints a code with which the user gets its token from the server.
    func offer(to user: UserName, group: String?, validFor life: Duration) throws -> Int32 {
        try check(user, group)
        let code = EnrolmentCode(random: Randomness.bytes(EnrolmentCode.randomBytes).span)
        let now = Timestamp(secondsSince1970: KernelClock.wallSeconds())
        try change { users in
            users.offer(code, to: user, group: group, until: now + life.wholeSeconds, at: now)
        }
        return try AppServer.print("\(code.text)\n")
    }

    private func check(_ user: UserName, _ group: String?) throws(UsageError) {
        if let group, !directory.has(group: group) {
            throw UsageError("there is no [Group \(group)] section for bearer tokens in the configuration")
        }
        if group == nil, !directory.has(user: user.text) {
            throw UsageError(
                "there is no [User \(user)] section for a bearer token in the configuration: name a group with --group"
            )
        }
    }

    func revoke(_ user: UserName) throws -> Int32 {
        try change { users in
            guard users.revoke(user) else {
                throw EnrolmentError(description: "\(user) has neither a token nor a code")
            }
        }
        return 0
    }

    /// Changes the file, and waits until no server of this host uses the version before.
    private func change(_ edit: (inout EnrolledUsers) throws -> Void) throws {
        try file.becomeOwner()
        let before = try file.change(edit)
        let end = KernelClock.bootNanoseconds() + Enrolment.patience
        while try before.isInUse() {
            guard KernelClock.bootNanoseconds() < end else {
                throw EnrolmentError(
                    description:
                        "\(file.path) is changed, but a running server still uses the version before, so the "
                        + "change is not in force: the log of the server says why; it reads the file as soon as it "
                        + "can, or at its restart")
            }
            ThisProcess.pause()
        }
    }

    /// A server looks at the file each second.
    private static let patience: Int64 = 5_000_000_000

    func list() throws -> Int32 {
        let lines = try file.read().lines.map { line in
            "\(line.user)\t\(line.group ?? "-")" + (line.codeEnd.map { "\tcode until \($0)" } ?? "") + "\n"
        }
        return try AppServer.print(lines.joined())
    }
}
