import API
import Testing

/// Many URLs in one call: each key is checked as if it had come alone.
struct BatchTests {
    private let desk = Desk()

    @Test(arguments: [
        (#"["a","b?acl"]"#, "v4", true), (#"["a","b"]"#, "v1", true), (#"["b?acl","a"]"#, "v1", false),
        (#"["a","b?acl"]"#, "v1", false), (#"["a","b","c\nd"]"#, "v1", false), (#"["a","/b"]"#, "v4", false),
        (#"["a",""]"#, "v4", false), ("[]", "v4", false),
    ])
    func `no key of a batch may stand for another request`(keys: String, version: String, isGood: Bool) {
        let refusal = desk.refusal(of: #"{"version":"\#(version)","keys":\#(keys)}"#, for: .presign)
        #expect((refusal == nil) == isGood)
    }

    @Test func `more keys than the contract allows are malformed`() {
        let keys = Array(repeating: #""a""#, count: SigningCall.maximumKeys + 1).joined(separator: ",")
        let refusal = desk.refusal(of: #"{"keys":[\#(keys)]}"#, for: .presign)
        #expect(refusal == .malformed(.tooMany("keys", limit: 10_000)))
    }
}
