import Access
import Bytes
import Issuing
import TestSupport
import Testing
import Time
import Tokens

struct IssuedTokenTests {
    private let now = Timestamp(secondsSince1970: 1_702_743_657)
    private static let seed = """
        {
          "StatusCode": "200",
          "AccessKeyId": "STS.k",
          "AccessKeySecret": "s",
          "SecurityToken": "t",
          "Expiration": "2023-12-16T17:20:57Z"
        """

    private func terms(buckets: [String], keys: [String]) throws -> UserTerms {
        var terms = UserTerms(name: "g")
        terms.scope.buckets = try buckets.map { try #require(Glob($0)) }
        terms.scope.keys = try keys.map { try #require(Glob($0, specifiers: true)) }
        return terms
    }

    private func answer(to user: String, under terms: UserTerms, sixMembers: Bool = false) throws -> String {
        let name = ProvenName(try #require(UserName(user)), by: .jwt)
        let question = IssueQuestion(
            for: Principal(name, in: terms.heading), profile: "media", policy: "{}", duration: nil,
            place: UserPlace(of: name.user, under: terms))
        let received = try ReceivedCredential(
            keyID: "STS.k".utf8Span.span, secret: "s".utf8Span.span, securityToken: "t".utf8Span.span,
            expiration: now + 3_600)
        let token = IssuedToken(received, to: question, at: now)
        var output = ByteBuffer()
        try #require(token).append(sixMembers: sixMembers, to: &output)
        return output.string
    }

    @Test(
        arguments: [
            (["b-1"], ["users/%u/**"], ["Bucket": "b-1", "KeyPrefix": "users/e--auth0_7c1/"]),
            (["b-1"], ["users/%u/*"], ["Bucket": "b-1", "KeyPrefix": "users/e--auth0_7c1/"]),
            (["b-1"], [], ["Bucket": "b-1"]),
            (["b-1"], ["**"], ["Bucket": "b-1"]),
            // Not one bucket, and not one beginning.
            (["b-1", "b-2"], ["a/**"], ["KeyPrefix": "a/"]),
            (["b-*"], ["a/**", "b/**"], [:]),
            (["b-1"], ["a/*/b/**"], ["Bucket": "b-1"]), (["b-1"], ["a/**.jpg"], ["Bucket": "b-1"]),
            (["b-1"], ["a/?"], ["Bucket": "b-1"]), (["b-1"], ["a/%u"], ["Bucket": "b-1"]),
            // Quotes and specifiers are gone, and the text is JSON.
            (["b-1"], [#"a%%\*"/**"#], ["Bucket": "b-1", "KeyPrefix": #"a%*\"/"#]),
            // A written policy has no place.
            ([], [], [:]),
        ] as [([String], [String], [String: String])])
    func `the members of the seeds come first, then the user with the one bucket and prefix`(
        buckets: [String], keys: [String], place: [String: String]
    ) throws {
        var expected = Self.seed + ",\n  \"User\": \"e--auth0_7c1\""
        for name in ["Bucket", "KeyPrefix"] {
            if let value = place[name] { expected += ",\n  \"\(name)\": \"\(value)\"" }
        }
        #expect(
            try answer(to: "e--auth0_7c1", under: terms(buckets: buckets, keys: keys)) == expected + "\n}\n")
    }

    @Test func `the six members stay six`() throws {
        let terms = try terms(buckets: ["b-1"], keys: ["users/%u/**"])
        let document = try answer(to: "alice", under: terms, sixMembers: true)
        #expect(document.contains("\"Code\": \"Success\"") && !document.contains("alice"))
    }
}
