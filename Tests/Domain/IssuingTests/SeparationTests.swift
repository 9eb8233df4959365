import Access
import Issuing
import TestSupport
import Testing
import Time

/// No right of one user covers a key of another one.
struct SeparationTests {
    private let now = Timestamp(secondsSince1970: 1_702_743_657)
    private let patterns = ["%u/**", "home/%u/**", "home/%u/*", "home/%u", "a/%u/b/%u/**", "home/%u/?.txt"]

    private func terms(_ pattern: String) throws -> UserTerms {
        var terms = UserTerms(name: "g")
        terms.profile = "media"
        terms.scope.buckets = [try #require(Glob("b-1"))]
        terms.scope.keys = [try #require(Glob(pattern, specifiers: true))]
        terms.scope.operations = [.presign]
        #expect(!terms.scope.keys[0].hasOpen(.userName))
        return terms
    }

    /// Names that begin or end the same are the likeliest to be mixed up.
    private func names() -> [String] {
        let stems = ["al", "alice", "alice@example.com", "a.b", "bob", "b_b", "x-1", "home"]
        return stems + stems.map { $0 + "s" } + stems.map { "x" + $0 } + stems.map { "\($0).\($0)" }
    }

    private func key(of user: String, in pattern: String) -> String {
        pattern.replacing("%u", with: user).replacing("**", with: "d/e").replacing("*", with: "e").replacing(
            "?", with: "e")
    }

    @Test func `a URL is granted for the user's own key and never for another one's`() throws {
        for pattern in patterns {
            let terms = try terms(pattern)
            for own in names() {
                for other in names() {
                    let body = #"{"bucket":"b-1","key":"\#(key(of: other, in: pattern))"}"#
                    let question = try ObjectQuestion(body.utf8Span.span, for: .url)
                    let user = try #require(UserName(own))
                    #expect(
                        try question.isGranted(to: user, by: terms, at: now) == (own == other),
                        "\(pattern) \(own) \(other)")
                }
            }
        }
    }

    @Test func `a string to sign is granted for the user's own key and never for another one's`() throws {
        for pattern in patterns {
            var terms = try terms(pattern)
            terms.scope.operations = [.signString]
            for own in names() {
                for other in names() {
                    let string = "GET\n\n\n\(now.secondsSince1970 + 60)\n/b-1/\(key(of: other, in: pattern))"
                    let question = try StringQuestion(string.utf8Span.span)
                    let user = try #require(UserName(own))
                    #expect(
                        try question.isGranted(to: user, by: terms, at: now) == (own == other),
                        "\(pattern) \(own) \(other)")
                }
            }
        }
    }

    /// In RAM `*` matches any characters, also `/`.
    @Test func `a policy names the user's own keys and never another one's`() throws {
        for pattern in patterns {
            let terms = try terms(pattern)
            for own in names() {
                guard let policy = try? terms.policy(of: try #require(UserName(own))) else { continue }
                let resources = policy.split(separator: "\"").filter { $0.hasPrefix("acs:oss:*:*:b-1/") }
                #expect(!resources.isEmpty)
                for other in names() where other != own {
                    let resource = "acs:oss:*:*:b-1/\(key(of: other, in: pattern))"
                    #expect(!resources.contains { matches(resource[...], $0) }, "\(pattern) \(own) \(other)")
                }
            }
        }
    }

    private func matches(_ text: Substring, _ pattern: Substring) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        if first == "*" {
            return matches(text, rest) || (!text.isEmpty && matches(text.dropFirst(), pattern))
        }
        return !text.isEmpty && (first == "?" || first == text.first) && matches(text.dropFirst(), rest)
    }

    @Test(arguments: ["%u**", "home/%u*", "x%u/**", "home/%u-old/**", "%u%u/**", "?%u/**"])
    func `a pattern in which two users could meet is found`(pattern: String) throws {
        #expect(try #require(Glob(pattern, specifiers: true)).hasOpen(.userName))
    }
}
