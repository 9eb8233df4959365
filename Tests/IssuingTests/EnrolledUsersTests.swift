import Bytes
import Issuing
import Testing

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

    @Test(arguments: [
        "web1 hosts", "web1 hosts HASH more", "w hosts HASH", "web1 ho/sts HASH", "web1 hosts 0HASH",
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
