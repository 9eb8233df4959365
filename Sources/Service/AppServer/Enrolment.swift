internal import Bytes
internal import CommandLine
internal import Issuing
internal import Kernel
internal import Settings
internal import Text

/// Gives users their bearer tokens, and takes them back.
struct Enrolment {
    private let path: String
    private let directory: UserDirectory

    init(_ configuration: String) throws {
        let settings = try IssuingConfiguration.load(configuration)
        guard let path = settings.server.tokenFile else {
            throw InvalidConfiguration(problems: [
                "\(configuration): [AppServer] needs TokenFile= for bearer tokens"
            ])
        }
        self.path = path
        directory = UserDirectory(users: settings.users, groups: settings.groups)
    }

    /// Prints the token, which is nowhere else from then on.
    func enrol(_ user: UserName, group: String?) throws -> Int32 {
        if let group, !directory.has(group: group) {
            throw UsageError("there is no [Group \(group)] section in the configuration")
        }
        if group == nil, !directory.has(user: user.text) {
            throw UsageError(
                "there is no [User \(user)] section in the configuration: name a group with --group")
        }
        let token = Enrolment.newToken()
        try change { users in users.enrol(user, group: group, token: token.span) }
        return try AppServer.print("\(String(copying: token.span))\n")
    }

    func revoke(_ user: UserName) throws -> Int32 {
        var found = false
        try change { users in found = users.revoke(user) }
        guard found else { throw UsageError("\(user) has no token") }
        return 0
    }

    func list() throws -> Int32 {
        let lines = try read().lines.map { "\($0.user)\t\($0.group ?? "-")\n" }
        return try AppServer.print(lines.joined())
    }

    /// Two changes at the same time wait for each other.
    private func change(_ edit: (inout EnrolledUsers) -> Void) throws {
        let lock = try LockFile.open(path + ".lock")
        guard try lock.tryLock() else {
            throw InvalidConfiguration(problems: ["\(path): another process changes this file; try again"])
        }
        var users = try read()
        edit(&users)
        try File.replace(path, with: users.text.utf8Span.span)
    }

    private func read() throws -> EnrolledUsers {
        let status = try FileStatus.reached(by: path)
        guard status != nil else { return EnrolledUsers() }
        let contents = try File.contents(of: path, atMost: EnrolledUsers.maximumSize)
        return try EnrolledUsers(contents.span)
    }

    /// 256 random bits; the prefix lets scanners of source code find a token that leaked.
    private static func newToken() -> ByteBuffer {
        var random = ByteBuffer(capacity: 32)
        Randomness.append(32, to: &random)
        var token = ByteBuffer(capacity: 80)
        token.append("ossauth_")
        token.append(hex: random.span)
        return token
    }
}
