import API
import Access
import Bytes
import Contract
import Signing
import Testing
import Time

/// Many URLs in one call: each key is checked as if it had come alone.
struct BatchTests {
    private let signing = SigningFixture()

    @Test(arguments: [
        (#"["a","b?acl"]"#, "v4", true), (#"["a","b"]"#, "v1", true), (#"["b?acl","a"]"#, "v1", false),
        (#"["a","b?acl"]"#, "v1", false), (#"["a","b","c\nd"]"#, "v1", false), (#"["a","/b"]"#, "v4", false),
        (#"["a",""]"#, "v4", false), ("[]", "v4", false),
    ])
    func `no key of a batch may stand for another request`(keys: String, version: String, isGood: Bool) {
        let refusal = signing.refusal(of: #"{"version":"\#(version)","keys":\#(keys)}"#, for: .presign)
        #expect((refusal == nil) == isGood)
    }

    @Test(arguments: [
        (#"["a","/b"]"#, "keys[1]: must not begin with '/' or '\\'"),
        (#"["","b"]"#, "keys[0]: must not be empty; leave it out for a request on the bucket"),
    ])
    func `the problem says which key is wrong`(keys: String, detail: String) {
        #expect(signing.refusal(of: #"{"keys":\#(keys)}"#, for: .presign)?.detail == detail)
    }

    @Test func `the problem says which key the rules refuse`() {
        var rule = Rule(name: "root")
        rule.alternatives = [[.uid(0)]]
        rule.operations = [.presign]
        rule.versions = [.v1, .v4]
        rule.keys = [Glob("a/*")].compactMap(\.self)
        let refusal = SigningFixture(Policy(rules: [rule])).refusal(
            of: #"{"keys":["a/b","b"]}"#, for: .presign)
        #expect(refusal?.inShort == .notAllowed(.listedKey(1)))
    }

    @Test func `each rule pays for the keys that it grants`() throws {
        let rules = ["a/*", "b/*"].map { pattern in
            var rule = Rule(name: pattern)
            rule.alternatives = [[.uid(0)]]
            rule.operations = [.presign]
            rule.versions = [.v1, .v4]
            rule.keys = [Glob(pattern)].compactMap(\.self)
            return rule
        }
        let place = ProfileDefaults.Place(
            endpoint: "https://oss-cn-hangzhou.aliyuncs.com", region: "cn-hangzhou", bucket: "examplebucket")
        let profile = ProfileDefaults(name: "default", place: place, addressing: nil, version: .v4)
        var signing = SigningContext()
        try signing.read(#"{"keys":["a/1","a/2","b/1","a/3"]}"#.utf8Span.span, for: .presign)
        try signing.admit(
            to: profile, by: Policy(rules: rules).rules(for: Peer(uid: 0, gid: 0)),
            at: Timestamp(secondsSince1970: 1_702_743_657))
        #expect(signing.grants.indices.map { signing.grants[$0].rule } == [0, 1, 0])
        #expect(signing.grants.indices.map { signing.grants[$0].count } == [2, 1, 1])
    }

    @Test func `more keys than the contract allows are malformed`() {
        let keys = Array(repeating: #""a""#, count: PresignLimit.keys + 1).joined(separator: ",")
        let refusal = signing.refusal(of: #"{"keys":[\#(keys)]}"#, for: .presign)
        #expect(refusal == .malformed(.tooMany("keys", limit: 1_000)))
    }

    /// All keys are signed in one turn, and each URL repeats the parameters.
    @Test(arguments: [(4_100, true), (4_200, false)])
    func `many keys may share little`(bytes: Int, isAccepted: Bool) {
        let keys = Array(repeating: #""a""#, count: PresignLimit.keys).joined(separator: ",")
        let value = String(repeating: "v", count: bytes)
        let parameters = #"{"response-content-disposition":"\#(value)"}"#
        let body = #"{"bucket":"bucket-1","keys":[\#(keys)],"parameters":\#(parameters)}"#
        let refusal = signing.refusal(of: body, for: .presign)
        #expect((refusal == nil) == isAccepted, "\(String(describing: refusal))")
    }
}
