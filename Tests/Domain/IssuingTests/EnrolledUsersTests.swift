import Bytes
import Issuing
import Testing
import Time

extension EnrolledUsers {
    fileprivate func identity(of token: String) -> Identity? { identity(ofToken: token.utf8Span.span) }

    fileprivate mutating func enrol(_ user: UserName, group: String?, token: String) {
        enrol(user, group: group, token: token.utf8Span.span)
    }
}

struct EnrolledUsersTests {
    /// The output of `printf secret | sha256sum`.
    private let hash = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"

    private func users(_ text: String) throws(EnrolledUsersError) -> EnrolledUsers {
        try EnrolledUsers(text.utf8Span.span)
    }

    @Test func `finds the user by the token`() throws {
        let users = try users("# a comment\n\nweb1 hosts \(hash)\n")
        let identity = try #require(users.identity(of: "secret"))
        #expect(identity.user.text == "web1" && identity.groups == ["hosts"])
        #expect(users.identity(of: "secret2") == nil)
        #expect(users.identity(of: hash) == nil)
    }

    @Test func `a user without a group is in none`() throws {
        #expect(try users("web1 - \(hash)").identity(of: "secret")?.groups == [])
    }

    @Test func `the file is read as it was written, and holds no token`() throws {
        var users = EnrolledUsers()
        users.enrol(try #require(UserName("web1")), group: "hosts", token: "secret")
        users.enrol(try #require(UserName("web2")), group: nil, token: "other")
        #expect(!users.text.contains("secret"))
        #expect(try self.users(users.text).lines == users.lines)
    }

    @Test func `a new token of a user revokes the one before`() throws {
        var users = EnrolledUsers()
        let user = try #require(UserName("web1"))
        users.enrol(user, group: nil, token: "first")
        users.enrol(user, group: nil, token: "second")
        #expect(users.identity(of: "first") == nil)
        #expect(users.identity(of: "second")?.user == user)
    }

    @Test func `a revoked user has no token, and the others keep theirs`() throws {
        var users = try users("web1 hosts \(hash)\n")
        let other = try #require(UserName("web2"))
        users.enrol(other, group: nil, token: "other")
        let revoked = try #require(UserName("web1"))
        let answers = [users.revoke(revoked), users.revoke(revoked)]
        #expect(answers == [true, false])
        #expect(users.identity(of: "secret") == nil)
        #expect(users.identity(of: "other")?.user == other)
    }

    private let now = Timestamp(secondsSince1970: 1_702_743_657)

    private func code(_ byte: UInt8) -> EnrolmentCode {
        EnrolmentCode(random: [UInt8](repeating: byte, count: EnrolmentCode.randomBytes).span)
    }

    private func offer(_ user: String = "web1", until seconds: Int64 = 60, to users: inout EnrolledUsers)
        throws
    {
        let user = try #require(UserName(user))
        users.offer(code(7), to: user, group: "hosts", until: now + seconds, at: now)
    }

    @Test func `a code gives its user a token once`() throws {
        var users = EnrolledUsers()
        try offer(to: &users)
        #expect(users.user(of: code(7), at: now)?.text == "web1" && users.user(of: code(8), at: now) == nil)
        let first = users.use(code(7), token: "first".utf8Span.span, at: now)
        let second = users.use(code(7), token: "second".utf8Span.span, at: now)
        #expect(first?.text == "web1" && second == nil)
        #expect(users.identity(of: "first")?.groups == ["hosts"] && users.identity(of: "second") == nil)
    }

    @Test func `a code is no token, and a token no code`() throws {
        var users = EnrolledUsers()
        try offer(to: &users)
        #expect(users.identity(of: code(7).text) == nil)
        users.enrol(try #require(UserName("web2")), group: nil, token: code(8).text)
        #expect(users.user(of: code(8), at: now) == nil)
    }

    @Test func `an enrolment code expires`() throws {
        var users = EnrolledUsers()
        try offer(to: &users)
        #expect(users.user(of: code(7), at: now + 59) != nil && users.user(of: code(7), at: now + 60) == nil)
        let user = users.use(code(7), token: "late".utf8Span.span, at: now + 60)
        #expect(user == nil && users.identity(of: "late") == nil)
    }

    @Test func `a token is valid until the code of its user is used`() throws {
        var users = EnrolledUsers()
        users.enrol(try #require(UserName("web1")), group: "hosts", token: "old")
        try offer(to: &users)
        #expect(users.identity(of: "old") != nil)
        _ = users.use(code(7), token: "new".utf8Span.span, at: now)
        #expect(users.identity(of: "old") == nil && users.identity(of: "new") != nil)
    }

    @Test func `a new token, a new code or a revocation ends the code before`() throws {
        let user = try #require(UserName("web1"))
        var (enrolled, offered, revoked) = (EnrolledUsers(), EnrolledUsers(), EnrolledUsers())
        try offer(to: &enrolled)
        try offer(to: &offered)
        try offer(to: &revoked)
        enrolled.enrol(user, group: nil, token: "t")
        offered.offer(code(8), to: user, group: nil, until: now + 9, at: now)
        let wasRevoked = revoked.revoke(user)
        #expect(wasRevoked && offered.user(of: code(8), at: now) == user)
        #expect([enrolled, offered, revoked].allSatisfy { $0.user(of: code(7), at: now) == nil })
    }

    @Test func `codes are read as they were written, and old ones are removed by the next`() throws {
        var users = EnrolledUsers()
        try offer(to: &users)
        #expect(!users.text.contains(code(7).text))
        #expect(try self.users(users.text).lines == users.lines)
        let other = try #require(UserName("web2"))
        users.offer(code(8), to: other, group: nil, until: now + 99, at: now + 60)
        #expect(users.lines.map(\.user.text) == ["web2"])
    }

    @Test(arguments: [
        "", "ossauthcode_", "ossauthcode_" + String(repeating: "a", count: 31),
        "ossauthcode_" + String(repeating: "a", count: 33), "ossauth_" + String(repeating: "a", count: 36),
    ])
    func `refuses a text that is no code`(text: String) {
        #expect(EnrolmentCode(text.utf8Span.span) == nil)
        #expect(EnrolmentCode(" \(code(7).text)\n".utf8Span.span) == code(7))
    }

    @Test(arguments: [
        "web1 hosts", "web1 hosts HASH more", "web1 hosts HASH 2023-12-16T16:20:57Z more", "w hosts HASH",
        "web1 ho/sts HASH", "web1 hosts 0HASH",
        "web1 hosts 2BB80D537B1DA3E38BD30361AA855686BDE0EACD7162FEF6A25FE97BF527A25B",
    ])
    func `rejects a line that it does not understand`(line: String) {
        let text =
            "\n" + line.split(separator: "HASH", omittingEmptySubsequences: false).joined(separator: hash)
        #expect(throws: EnrolledUsersError(line: 2, problem: .malformed)) { try users(text) }
    }

    @Test func `rejects a user or a token that comes twice`() {
        let other = String(hash.reversed())
        for second in ["web1 hosts \(other)", "web2 hosts \(hash)"] {
            #expect(throws: EnrolledUsersError(line: 2, problem: .twice)) {
                try users("web1 hosts \(hash)\n\(second)\n")
            }
        }
    }
}
