import API
import Access
import Signing
import Testing

/// The source object of a copy: a caller that copies it also reads it.
struct CopySourceTests {
    private func refusal(of source: String, by methods: SmallSet<Signing.Method> = []) -> Problem? {
        var rule = Rule(name: "root")
        rule.alternatives = [[.uid(0)]]
        rule.operations = [.sign]
        rule.versions = [.v1, .v4]
        rule.methods = methods
        let body = #"{"key":"a","method":"PUT","headers":{"x-oss-copy-source":"\#(source)"}}"#
        return SigningFixture(Policy(rules: [rule])).refusal(of: body, for: .sign)
    }

    @Test func `a copy source must be an object that the rules let read`() {
        #expect(refusal(of: "/examplebucket/b", by: [.put]) == .notAllowed(.method))
        #expect(refusal(of: "/examplebucket/b", by: [.get, .put]) == nil)
        #expect(refusal(of: "/examplebucket/b?versionId=A_1") == nil)
    }

    /// As programs write partitions, times, mail addresses and copies of files.
    @Test(arguments: [
        "dt=2026-01-01/a", "a,b", "user@host", "12:30:00", "a&b", "a(1)!*$;'b", "a%2Bb%20c", "a/b/c",
    ])
    func `a copy source may have characters that only mean themselves`(key: String) {
        #expect(refusal(of: "/examplebucket/\(key)") == nil)
    }

    @Test func `a copy source may have its slashes encoded`() {
        #expect(refusal(of: "/examplebucket%2Fa%2fb") == nil)
        #expect(refusal(of: "/examplebucket%2Fa", by: [.put]) == .notAllowed(.method))
    }

    /// Each could be read as one object by us and as another by OSS, even where the rules grant every key.
    @Test(arguments: [
        "Xexamplebucket/b", "examplebucket/b", "/examplebucket", "/examplebucket/", "/Example_Bucket/b",
        "/examplebucket//b", "/examplebucket/b?versionIX=1", "/examplebucket/b?versionId=",
        "/examplebucket/b%3Facl", "/examplebucket/%FF", "/examplebucket/%2Fb", "/examplebucket/a b",
        "/examplebucket/a+b", "/examplebucket%2F", "/examplebucket%2F%2Fb", "%2Fexamplebucket/b",
        "/example%62ucket/b", "/examplebucket/a#b", "/examplebucket/a%2", "/examplebucket%3F/b",
    ])
    func `a copy source with several readings is invalid`(source: String) {
        guard case .invalidRequest(.field("x-oss-copy-source", _)) = refusal(of: source) else {
            Issue.record("\(source)")
            return
        }
    }
}
