import API
import Access
import Bytes
import Signing
import Testing
import Time

/// Many URLs in one call: each key is checked as if it had come alone.
struct BatchTests {
    private let root = Policy.standard(group: nil).rules(for: Peer(uid: 0, gid: 0))
    private let profile = ProfileDefaults(
        name: "default",
        place: .init(
            endpoint: "https://oss-cn-hangzhou.aliyuncs.com", region: "cn-hangzhou", bucket: "examplebucket"),
        addressing: nil, version: .v4)

    @Test(arguments: [
        (#"["a","b?acl"]"#, "v4", true), (#"["a","b"]"#, "v1", true), (#"["b?acl","a"]"#, "v1", false),
        (#"["a","b?acl"]"#, "v1", false), (#"["a","b","c\nd"]"#, "v1", false), (#"["a","/b"]"#, "v4", false),
        (#"["a",""]"#, "v4", false),
    ])
    func `no key of a batch may stand for another request`(keys: String, version: String, isGood: Bool) throws
    {
        var desk = SigningDesk()
        try desk.read(#"{"version":"\#(version)","keys":\#(keys)}"#.utf8Span.span, for: .presign)
        var isAdmitted = true
        do {
            try desk.admit(to: profile, by: root, at: Timestamp(secondsSince1970: 1_702_743_657))
        } catch {
            isAdmitted = false
        }
        #expect(isAdmitted == isGood)
    }
}
