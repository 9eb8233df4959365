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

    @Test func `must be one that may be read`() {
        #expect(refusal(of: "/examplebucket/b", by: [.put]) == .notAllowed(.method))
        #expect(refusal(of: "/examplebucket/b", by: [.get, .put]) == nil)
        #expect(refusal(of: "/examplebucket/b?versionId=A_1") == nil)
    }

    /// Each could be read as one object by us and as another by OSS, even where the rules grant every key.
    @Test(arguments: [
        "Xexamplebucket/b", "examplebucket/b", "/examplebucket", "/examplebucket/", "/Example_Bucket/b",
        "/examplebucket//b", "/examplebucket/b?versionIX=1", "/examplebucket/b?versionId=",
        "/examplebucket/b%3Facl", "/examplebucket/%FF", "/examplebucket/%2Fb", "/examplebucket/a b",
    ])
    func `is written in one way`(source: String) {
        guard case .invalidRequest(.field("x-oss-copy-source", _)) = refusal(of: source) else {
            Issue.record("\(source)")
            return
        }
    }
}
