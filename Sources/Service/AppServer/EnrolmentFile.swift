internal import Bytes
internal import Issuing
internal import Kernel
internal import Records
internal import Time

/// The file of the enrolled users, which the program and the server change.
struct EnrolmentFile {
    let path: String

    /// Replaces the file as a whole, with the group and the mode that it had; of two changes at the same time the second
    /// one fails.
    ///
    /// Returns the version before, which servers may still use.
    @discardableResult
    func change(_ edit: (inout EnrolledUsers) throws -> Void) throws -> FileVersion {
        let lock = try LockFile.open(path + ".lock")
        guard try lock.tryLock() else {
            throw InvalidConfiguration(problems: ["\(path): another process changes this file; try again"])
        }
        let before = try FileVersion(of: path)
        var users = try EnrolmentFile.users(of: before)
        try edit(&users)
        try File.replace(path, with: users.text.utf8Span.span, access: EnrolmentFile.access(to: before))
        return before
    }

    /// The sandbox of the server allows no change of a group, and one that is right needs none.
    private static func access(to version: borrowing FileVersion) -> FileAccess? {
        version.status.map {
            FileAccess(mode: $0.mode & 0o777, group: $0.group == ThisProcess.group ? nil : $0.group)
        }
    }

    func read() throws -> EnrolledUsers { try EnrolmentFile.users(of: FileVersion(of: path)) }

    private static func users(of version: borrowing FileVersion) throws -> EnrolledUsers {
        guard let contents = try version.file?.contents(atMost: EnrolledUsers.maximumSize) else {
            return EnrolledUsers()
        }
        return try EnrolledUsers(contents.span)
    }

    /// Goes on as the owner of the file, or of its folder if there is none: the server must be able to read what is written.
    func becomeOwner() throws {
        guard let status = try FileStatus.reached(by: path) ?? FileStatus.reached(by: path.folder),
            status.user != ThisProcess.user
        else { return }
        let owner = try Account(owning: status)
        do {
            try ThisProcess.become(owner)
        } catch {
            let words = ThisProcess.arguments.map { $0 ?? "?" }.joined(separator: " ")
            throw EnrolmentError(
                description:
                    "\(path) belongs to user \(owner.name), as whom the server reads it: run 'sudo -u \(owner.name) "
                    + "ossauth-appserver \(words)'")
        }
    }

    /// 256 random bits; the prefix lets scanners of source code find a token that leaked.
    static func newToken() -> ByteBuffer {
        var token = ByteBuffer(capacity: 80)
        token.append("ossauth_")
        token.append(hex: Randomness.bytes(32).span)
        return token
    }
}

extension Account {
    /// The owner of a file, who may have no name.
    init(owning status: FileStatus) throws(SystemError) {
        let known = try Account.numbered(status.user)
        self = known ?? Account(name: "#\(status.user)", user: status.user, group: status.group)
    }
}

/// Why a user was not enrolled or revoked.
struct EnrolmentError: Error, CustomStringConvertible {
    let description: String
}

/// Gives the users of one-time codes their bearer tokens.
final class CodeRedemption {
    private let file: EnrolmentFile
    private let users: WatchedFile<EnrolledUsers>
    private let log: Log

    init(_ users: WatchedFile<EnrolledUsers>, _ log: Log) {
        file = EnrolmentFile(path: users.path)
        self.users = users
        self.log = log
    }

    /// Gives the user of this code the token, which is on disk before this returns.
    ///
    /// Other requests wait for the disk meanwhile: a few milliseconds, once for each host, and only with a valid code.
    func user(
        of code: EnrolmentCode, getting token: Span<UInt8>, at now: Moment
    ) throws(IssuingRefusal) -> UserName {
        guard users.content.user(of: code, at: now.wall) != nil else {
            throw .invalidCode
        }
        var user: UserName?
        do {
            // Another server may have changed the file since.
            try file.change { users in user = users.use(code, token: token, at: now.wall) }
        } catch {
            throw .notEnrolled(reason: "\(error)")
        }
        users.look(at: now.boot, log)
        guard let user else { throw .invalidCode }
        return user
    }
}
