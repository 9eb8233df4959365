import Bytes
import Signing
import TestSupport
import Testing

/// V1 signs raw text, so that two requests could share a signature: one of them is always refused.
struct AmbiguityTests {
    @Test(arguments: ["x?acl", "x?", "?", "a\nb", "a\r", "a\0", "x?versionId=1&acl"])
    func `refuses a key that could be read as a sub-resource`(key: String) {
        #expect(Wanted(key: key, version: .v1).refusal == .keyAmbiguousInV1)
        #expect(Wanted(key: key, version: .v4).refusal == nil)
    }

    @Test(arguments: [
        ("versionId", "1&acl"), ("versionId", "1?acl"), ("response-content-type", "a?x-oss-process"),
        ("x-oss-process", "image/resize,w_100?x=y"), ("versionId", "1\nx"), ("versionId", "\r"),
        ("versionId", "\0"),
        ("x-oss-a&acl", ""),
        ("x-oss-a=b", "c"), ("x-oss-a?", ""), ("x-oss-a\n", ""), ("x-oss-a b", ""), ("x-oss-ü", "1"),
    ])
    func `refuses a parameter that could be read as two`(name: String, value: String) {
        let wanted = Wanted(parameters: [(name, value)])
        #expect(wanted.refusal == nil)
        #expect(Wanted(parameters: [(name, value)], version: .v1).refusal == .parameterAmbiguousInV1)
    }

    @Test(arguments: [
        ("prefix", "a&b?c\n"), ("a&b=c", "d"), ("x-oss-process", "image/resize,w_100"),
        ("callback", "eyJ9+/=="),
        ("versionId", "ü"),
    ])
    func `accepts parameters that are not signed or not ambiguous`(name: String, value: String) {
        #expect(Wanted(parameters: [(name, value)], version: .v1).refusal == nil)
    }

    /// The pair that all this is about: the same string, two meanings.
    @Test func `the two readings of one string would share their signature`() throws {
        let honest = try Wanted(key: "x", parameters: [("acl", "")], version: .v1).signed()
        #expect(honest.stringToSign.hasSuffix("\n/examplebucket/x?acl"))
        #expect(Wanted(key: "x?acl", parameters: [], version: .v1).refusal == .keyAmbiguousInV1)
    }

    @Test func `sub-resources are signed in the order of their names, others not at all`() throws {
        let parameters = [
            ("uploadId", "B"), ("prefix", "p"), ("x-oss-traffic-limit", "1"), ("acl", ""),
            ("callback-var", "v"), ("callback", "c"),
            ("partNumber", "2"), ("x-oss-ac-vpc-id", "a"),
        ]
        let signed = try Wanted(key: "k", parameters: parameters, version: .v1).signed()
        let resource = signed.stringToSign.split(separator: "\n").last
        #expect(
            resource
                == "/examplebucket/k?acl&callback=c&callback-var=v&partNumber=2&uploadId=B&x-oss-ac-vpc-id=a&x-oss-traffic-limit=1"
        )
    }
}
