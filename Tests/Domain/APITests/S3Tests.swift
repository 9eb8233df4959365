import API
import Access
import Signing
import Testing

/// A request for S3 is judged as the request to OSS that it is.
struct S3Tests {
    private static func policy(_ change: (inout Rule) -> Void = { _ in }) -> Policy {
        var rule = Rule(name: "root")
        rule.alternatives = [[.uid(0)]]
        rule.operations = [.sign, .presign]
        rule.versions = [.s3]
        change(&rule)
        return Policy(rules: [rule])
    }

    private static func refusal(
        _ members: String, _ change: (inout Rule) -> Void = { _ in }
    ) -> Problem? {
        SigningFixture(policy(change)).refusal(of: "{\"version\":\"s3\",\(members)}", for: .sign)
    }

    private static func restricted(_ name: String) -> RestrictedParameter? {
        RestrictedParameter(name.utf8Span.span)
    }

    @Test func `a request of S3 needs a rule that names it, whatever the version of the profile`() {
        let body = #"{"version":"s3","key":"a"}"#
        let unnamed = SigningFixture(Self.policy { $0.versions = [] })
        #expect(unnamed.refusal(of: body, for: .sign) == .notAllowed(.version(.s3)))
        #expect(
            SigningFixture(Self.policy { $0.versions = [.v1, .v4] }).refusal(of: body, for: .presign)
                == .notAllowed(.version(.s3)))
        #expect(SigningFixture(Self.policy()).refusal(of: body, for: .presign) == nil)
        #expect(
            SigningFixture(Self.policy()).refusal(of: #"{"key":"a"}"#, for: .presign)
                == .notAllowed(.version(.v4)))
    }

    @Test(arguments: [
        ("x-amz-acl", "acl"), ("X-Amz-Grant-Full-Control", "acl"), ("x-amz-grant-read", "acl"),
        ("x-amz-object-acl", "acl"), ("x-amz-tagging", "tagging"), ("x-oss-object-acl", "acl"),
        ("x-amz-process", "x-oss-process"), ("x-amz-object-lock-mode", "retention"),
        ("x-amz-object-lock-retain-until-date", "retention"), ("x-amz-object-lock-legal-hold", "retention"),
        ("x-amz-bypass-governance-retention", "x-oss-bypass-governance-retention"),
        ("x-amz-async-process", "x-oss-async-process"),
    ])
    func `a header of Amazon needs what that of OSS needs`(header: String, parameter: String) {
        let members = #""method":"PUT","key":"a","headers":{"\#(header)":"x"}"#
        let name = Self.restricted(parameter)
        #expect(Self.refusal(members) == .notAllowed(.parameter(name)))
        #expect(Self.refusal(members) { $0.parameters = [parameter] } == nil)
    }

    @Test(arguments: [
        "x-amz-meta-acl", "x-amz-storage-class", "x-amz-server-side-encryption", "x-amz-tagging-directive",
    ])
    func `other headers of Amazon need nothing`(header: String) {
        #expect(Self.refusal(#""method":"PUT","key":"a","headers":{"\#(header)":"x"}"#) == nil)
    }

    @Test func `metadata may be empty, and nothing else`() {
        let signed = Self.refusal(#""method":"PUT","key":"a","headers":{"x-amz-meta-a":""}"#)
        #expect(signed == nil)
        let other = Self.refusal(#""method":"PUT","key":"a","headers":{"x-amz-storage-class":""}"#)
        #expect(
            other == .invalidRequest(.part(BodyPart(header: "x-amz-storage-class"), SigningError.headerEmpty))
        )
    }

    @Test(arguments: [
        "examplebucket/b", "/examplebucket/b", "examplebucket/b?versionId=A_1", "examplebucket%2Fb",
    ])
    func `the source of a copy must be one that may be read`(source: String) {
        let members = #""method":"PUT","key":"a","headers":{"x-amz-copy-source":"\#(source)"}"#
        #expect(Self.refusal(members) { $0.methods = [.put] } == .notAllowed(.method))
        #expect(Self.refusal(members) { $0.methods = [.put, .get] } == nil)
        #expect(
            Self.refusal(members) { $0.buckets = [Glob("other")].compactMap(\.self) } == .notAllowed(.bucket))
    }

    @Test(arguments: [
        "examplebucket", "//examplebucket/b", "examplebucket//b", "examplebucket/b?acl",
        "examplebucket/b%3Facl",
        "arn:aws:s3:cn:1:accesspoint/a/object/b", "examplebucket/a b", "Example/b",
    ])
    func `the source of a copy is written in one way`(source: String) {
        let members = #""method":"PUT","key":"a","headers":{"x-amz-copy-source":"\#(source)"}"#
        guard case .invalidRequest(.field("x-amz-copy-source", _)) = Self.refusal(members) else {
            Issue.record("\(source)")
            return
        }
    }

    @Test func `a deletion of many keys needs what it needs with V4`() {
        let members = #""method":"POST","parameters":{"delete":null}"#
        let name = Self.restricted("delete")
        #expect(Self.refusal(members) == nil)
        #expect(Self.refusal(members) { $0.methods = [.post] } == .notAllowed(.parameter(name)))
    }

    /// S3 takes a parameter with this prefix for the header of that name.
    @Test(arguments: [
        "X-Amz-Signature", "x-amz-acl", "X-AMZ-Copy-Source", "X-Amz-Expires", "AWSAccessKeyId", "Signature",
        "x-oss-signature",
    ])
    func `no parameter is one of a signature or a header of S3`(name: String) {
        let problem = Self.refusal(#""key":"a","parameters":{"\#(name)":"1"}"#) { $0.parameters = [name] }
        #expect(problem == .invalidRequest(.part(BodyPart(parameter: name), .parameterReserved)))
    }

    @Test(arguments: [
        ("host", "otherbucket.s3.oss-cn-hangzhou.aliyuncs.com", SigningError.hostInS3),
        ("x-amz-date", "20231216T162057Z", .headerReserved), ("x-amz-meta-a", "a  b", .headerBlanksInS3),
        ("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER", .payloadHashInS3),
    ])
    func `the problem names the header that cannot be signed`(
        name: String, value: String, error: SigningError
    ) {
        let problem = Self.refusal(#""key":"a","headers":{"\#(name)":"\#(value)"}"#)
        #expect(problem == .invalidRequest(.part(BodyPart(header: name), error)))
    }

    // The host says which bucket is meant.

    @Test(arguments: [
        "https://oss-cn-beijing.aliyuncs.com", "s3.oss-cn-beijing-internal.aliyuncs.com",
        "https://10.0.0.1:9000",
        "https://oss-cn-hangzhou.aliyuncs.com",
    ])
    func `the endpoints of OSS and addresses are the caller's to choose`(endpoint: String) {
        #expect(
            Self.refusal(
                #""key":"a","region":"\#(endpoint.contains("beijing") ? "cn-beijing" : "cn-hangzhou")","endpoint":"\#(endpoint)""#
            ) == nil)
    }

    @Test(arguments: [
        #""endpoint":"https://static.example.com""#, #""endpoint":"http://localhost:9000""#,
        #""endpoint":"https://static.example.com","addressing":"cname""#,
        #""endpoint":"https://static.example.com","addressing":"path""#,
        #""endpoint":"https://otherbucket.s3.oss-cn-hangzhou.aliyuncs.com","addressing":"cname""#,
        #""endpoint":"https://otherbucket.s3.oss-cn-hangzhou.aliyuncs.com","addressing":"path""#,
        #""endpoint":"https://s3.oss-cn-hangzhou.aliyuncs.com","addressing":"cname""#,
        #""endpoint":"https://cn-hangzhou.oss.aliyuncs.com","addressing":"path""#,
        #""endpoint":"https://s3.otherbucket.oss-cn-hangzhou.aliyuncs.com","addressing":"path""#,
    ])
    func `no other host is the caller's to choose`(place: String) {
        let problem = Self.refusal(#""key":"a","region":"cn-hangzhou",\#(place)"#)
        guard case .invalidRequest(.value("endpoint", _)) = problem else {
            Issue.record("\(place): \(String(describing: problem))")
            return
        }
        // With V4 the signature contains the bucket, so any of them will do.
        let v4 = SigningFixture(Self.policy { $0.versions = [.v4] })
        #expect(v4.refusal(of: #"{"key":"a","region":"cn-hangzhou",\#(place)}"#, for: .sign) == nil)
    }

    @Test func `a caller puts no bucket before the domain of a profile, and no other behind it`() {
        let place = ProfileDefaults.Place(
            endpoint: "https://static.example.com", region: "cn-hangzhou", bucket: "static")
        let profile = ProfileDefaults(name: "web", place: place, addressing: .cname, version: .v4)
        func problem(_ members: String) -> Problem? {
            SigningFixture(Self.policy(), of: profile).refusal(
                of: #"{"version":"s3","key":"a"\#(members)}"#, for: .presign)
        }
        #expect(problem("") == nil)
        #expect(problem(#","bucket":"static","endpoint":"https://static.example.com""#) == nil)
        for member in [#""addressing":"virtual""#, #""addressing":"path""#] {
            guard case .invalidRequest(.value("addressing", _)) = problem(",\(member)") else {
                Issue.record("\(member)")
                return
            }
        }
        guard case .invalidRequest(.value("bucket", _)) = problem(#","bucket":"other""#) else {
            Issue.record("another bucket")
            return
        }
    }

    @Test func `a domain of a profile that names no bucket is signed with V4 only`() {
        let place = ProfileDefaults.Place(endpoint: "https://static.example.com", region: "cn-hangzhou")
        let profile = ProfileDefaults(name: "web", place: place, addressing: .cname, version: .v4)
        let fixture = SigningFixture(Self.policy { $0.versions = [.v4, .s3] }, of: profile)
        #expect(fixture.refusal(of: #"{"bucket":"static","key":"a"}"#, for: .presign) == nil)
        guard
            case .invalidRequest(.value("bucket", _)) = fixture.refusal(
                of: #"{"version":"s3","bucket":"static","key":"a"}"#, for: .presign)
        else {
            Issue.record("signed")
            return
        }
    }

    @Test func `a host of the profile's own takes the buckets that callers name`() {
        let place = ProfileDefaults.Place(endpoint: "http://oss.internal.example:9000", region: "cn-hangzhou")
        let profile = ProfileDefaults(name: "own", place: place, addressing: .path, version: .v4)
        let fixture = SigningFixture(Self.policy(), of: profile)
        #expect(fixture.refusal(of: #"{"version":"s3","bucket":"any","key":"a"}"#, for: .sign) == nil)
    }

    @Test(arguments: [
        (SigningRoute.postPolicy, #""conditions":[]"#),
        (.signString, #""stringToSign":"AWS4-HMAC-SHA256\n""#),
        (.signString, #""canonicalRequest":"GET\n/\n","time":"2023-12-16T16:20:57Z","region":"cn-hangzhou""#),
    ])
    func `S3 signs neither forms nor strings`(route: SigningRoute, members: String) {
        let policy = Self.policy { $0.operations = [.postPolicy, .signString, .signOpaque] }
        let problem = SigningFixture(policy).refusal(of: "{\"version\":\"s3\",\(members)}", for: route)
        guard case .invalidRequest(.value("version", _)) = problem else {
            Issue.record("\(String(describing: problem))")
            return
        }
    }
}
