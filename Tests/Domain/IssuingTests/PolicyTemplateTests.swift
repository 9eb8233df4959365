import Issuing
import Testing

struct PolicyTemplateTests {
    private let text =
        #"{"Version":"1","Statement":[{"Effect":"Allow","Action":"oss:GetObject","Resource":["acs:oss:*:*:b/%u/*","acs:oss:*:*:b/100%%/%u"]}]}"#

    @Test func `puts the user's name where the template says`() throws {
        let alice = try #require(UserName("alice"))
        #expect(
            try PolicyTemplate(text).policy(of: alice)
                == #"{"Version":"1","Statement":[{"Effect":"Allow","Action":"oss:GetObject","Resource":["acs:oss:*:*:b/alice/*","acs:oss:*:*:b/100%/alice"]}]}"#
        )
    }

    @Test(arguments: [
        ("[]", PolicyTemplateError.notJSON), ("{", .notJSON), ("{} {}", .notJSON), ("", .notJSON),
        (#"{"a":"%x"}"#, .specifier), (#"{"a":"%"}"#, .specifier),
        (#"{"a":"b/%u*"}"#, .openName), (#"{"a":"b/%uu/*"}"#, .openName),
        (#"{"a":"\#(String(repeating: "x", count: 2_048))"}"#, .tooLong),
    ])
    func `rejects a text that is no policy`(text: String, error: PolicyTemplateError) {
        #expect(throws: error) { try PolicyTemplate(text) }
    }
}

struct UserNameTests {
    @Test(arguments: ["al", "alice@example.com", "web-1_b.c", String(repeating: "x", count: 64)])
    func `accepts a name that STS accepts for a session`(name: String) {
        #expect(UserName(name)?.text == name)
    }

    /// Each could leave its place in a key, a policy, a session name or a log line.
    @Test(arguments: [
        "", "a", "..", ".a", "-a", "@a", "a/b", "a*", "a?", "a b", "a\"b", "a\\b", "a\nb", "a%u", "$a", "ä",
        "a,b", "a${b}",
        String(repeating: "x", count: 65),
    ])
    func `rejects another name`(name: String) {
        #expect(UserName(name) == nil)
    }
}

extension SubjectPattern {
    fileprivate func user(named subject: String) -> String? { user(in: subject.utf8Span.span)?.text }

    fileprivate func matches(text: String) -> Bool { matches(text.utf8Span.span) }
}

struct SubjectPatternTests {
    private let hosts = SubjectPattern("CN=%u,OU=hosts,O=Example")

    @Test func `finds the user's name in a subject`() throws {
        #expect(hosts?.user(named: "CN=web1,OU=hosts,O=Example") == "web1")
    }

    @Test(arguments: [
        "CN=,OU=hosts,O=Example", "CN=a,OU=admins,OU=hosts,O=Example", "CN=web1,OU=hosts,O=Example,C=CN",
        "CN=web1,OU=hosts,O=Exampl", "", "CN=web 1,OU=hosts,O=Example",
    ])
    func `finds no user in another subject`(subject: String) {
        #expect(hosts?.user(named: subject) == nil)
    }

    @Test(arguments: ["", "CN=%", "CN=%x", "CN=%u,OU=%u"])
    func `rejects a text that is no pattern`(text: String) {
        #expect(SubjectPattern(text) == nil)
    }

    @Test func `a subject without a name matches as a whole`() throws {
        let pattern = try #require(SubjectPattern("CN=alice"))
        #expect(pattern.matches(text: "CN=alice"))
        #expect(!pattern.matches(text: "CN=alice2"))
        #expect(hosts?.matches(text: "CN=%u,OU=hosts,O=Example") == false)
    }
}
