internal import Bytes
internal import Issuing
internal import Kernel
internal import Settings

/// The file of the enrolled users, which the program and the server change.
struct EnrolmentFile {
    let path: String

    /// Replaces the file as a whole; of two changes at the same time the second one fails.
    func change(_ edit: (inout EnrolledUsers) throws -> Void) throws {
        let lock = try LockFile.open(path + ".lock")
        guard try lock.tryLock() else {
            throw InvalidConfiguration(problems: ["\(path): another process changes this file; try again"])
        }
        var users = try read()
        try edit(&users)
        try File.replace(path, with: users.text.utf8Span.span)
    }

    func read() throws -> EnrolledUsers {
        let status = try FileStatus.reached(by: path)
        guard status != nil else { return EnrolledUsers() }
        let contents = try File.contents(of: path, atMost: EnrolledUsers.maximumSize)
        return try EnrolledUsers(contents.span)
    }

    /// 256 random bits; the prefix lets scanners of source code find a token that leaked.
    static func newToken() -> ByteBuffer {
        var random = ByteBuffer(capacity: 32)
        Randomness.append(32, to: &random)
        var token = ByteBuffer(capacity: 80)
        token.append("ossauth_")
        token.append(hex: random.span)
        return token
    }

    static func newCode() -> EnrolmentCode {
        var random = ByteBuffer(capacity: EnrolmentCode.randomBytes)
        Randomness.append(EnrolmentCode.randomBytes, to: &random)
        return EnrolmentCode(random: random.span)
    }
}
