import API
import Access
import Signing
import Testing

/// Every way to have something signed that the rules do not grant: one rule grants to read and write `public/**` of one
/// bucket, and nothing else may come of it.
struct SmugglingTests {
    private let signing: SigningFixture

    init() throws {
        var rule = Rule(name: "public")
        rule.alternatives = [[.uid(0)]]
        rule.operations = [.sign, .presign, .postPolicy, .signString]
        rule.versions = [.v1, .v4]
        rule.buckets = [try #require(Glob("examplebucket"))]
        rule.keys = [try #require(Glob("public/**"))]
        rule.methods = [.get, .put, .post]
        rule.maxExpires = .seconds(3_600)
        signing = SigningFixture(Policy(rules: [rule]))
    }

    /// A described request, as JSON; the first key is one that the rule grants.
    private func described(_ members: String) -> String {
        let key = members.contains(#""key""#) ? "" : #""key":"public/a","#
        return "{\(key)\(members)}"
    }

    @Test(arguments: [
        #""method":"GET""#, #""method":"PUT","headers":{"x-oss-meta-a":"b"}"#,
        #""parameters":{"versionId":"1"}"#,
        #""method":"PUT","headers":{"X-OSS-Copy-Source":"/examplebucket/public/b%20c?versionId=A_1"}"#,
        #""key":"public/a%2Fb""#, #""key":"public/..a/b..""#,
    ])
    func `a request that the rule grants is signed`(members: String) {
        #expect(signing.refusal(of: described(members), for: .sign) == nil)
        #expect(signing.refusal(of: described(members), for: .presign) == nil)
    }

    @Test(
        arguments: [
            // Another place, said in another way.
            (#""key":"private/a""#, MissingGrant.key), (#""key":"publicity""#, .key),
            (#""key":"PUBLIC/a""#, .key),
            (#""key":"public%2Fa""#, .key), (#""key":"public%2F..%2Fprivate/a""#, .key),
            (#""key":"public/../private/a""#, .keyWithoutDots()), (#""key":"public/./a""#, .keyWithoutDots()),
            (#""key":"public/..""#, .keyWithoutDots()),
            (#""key":"x/../public/a""#, .keyWithoutDots()), (#""key":"./public/a""#, .keyWithoutDots()),
            (#""bucket":"otherbucket""#, .bucket),
            // Another operation, by a parameter or by a header that acts like one.
            (
                #""method":"PUT","parameters":{"acl":null}"#,
                .parameter(RestrictedParameter("acl".utf8Span.span))
            ),
            (
                #""method":"PUT","parameters":{"acl":[null,"x"]}"#,
                .parameter(RestrictedParameter("acl".utf8Span.span))
            ),
            (#""parameters":{"AcL":null}"#, .parameter(nil)),
            (#""parameters":{"acl ":null}"#, .parameter(nil)),
            (#""parameters":{"a&acl":"b"}"#, .parameter(nil)),
            (#""parameters":{"%61cl":null}"#, .parameter(nil)),
            (
                #""method":"PUT","parameters":{"x-oss-copy-source":"/examplebucket/private/a"}"#,
                .parameter(nil)
            ),
            (#""method":"PUT","parameters":{"x-oss-object-acl":"public-read"}"#, .parameter(nil)),
            (
                #""method":"PUT","headers":{"x-oss-object-acl":"public-read"}"#,
                .parameter(RestrictedParameter("acl".utf8Span.span))
            ),
            (
                #""method":"PUT","headers":{"X-Oss-Object-ACL":"public-read"}"#,
                .parameter(RestrictedParameter("acl".utf8Span.span))
            ),
            (
                #""method":"PUT","headers":{"x-oss-acl":"public-read"}"#,
                .parameter(RestrictedParameter("acl".utf8Span.span))
            ),
            (
                #""method":"PUT","headers":{"x-oss-tagging":"a=b"}"#,
                .parameter(RestrictedParameter("tagging".utf8Span.span))
            ),
            (
                #""method":"PUT","parameters":{"symlink":null},"headers":{"x-oss-symlink-target":"public/b"}"#,
                .parameter(RestrictedParameter("symlink".utf8Span.span))
            ),
            (
                #""method":"POST","parameters":{"x-oss-process":null}"#,
                .parameter(RestrictedParameter("x-oss-process".utf8Span.span))
            ),
            (
                #""method":"POST","parameters":{"delete":null}"#,
                .parameter(RestrictedParameter("delete".utf8Span.span))
            ),
            (
                #""method":"PUT","headers":{"X-OSS-Process":"image/resize,w_1"}"#,
                .parameter(RestrictedParameter("x-oss-process".utf8Span.span))
            ),
            (
                #""method":"POST","headers":{"x-oss-async-process":"video/convert"}"#,
                .parameter(RestrictedParameter("x-oss-async-process".utf8Span.span))
            ),
            // Another object that is read: laid over this one, or signed because a playlist names it.
            (
                #""parameters":{"x-oss-process":"image/watermark,image_c2VjcmV0L2EucG5n"}"#,
                .parameter(RestrictedParameter("x-oss-process".utf8Span.span))
            ),
            (
                #""parameters":{"x-oss-process":"hls/sign"}"#,
                .parameter(RestrictedParameter("x-oss-process".utf8Span.span))
            ),
            (#""method":"PUT","headers":{"x-oss-copy-source":"/examplebucket/private/a"}"#, .key),
            (#""method":"PUT","headers":{"X-OSS-COPY-SOURCE":"/examplebucket/%70rivate/a"}"#, .key),
            (
                #""method":"PUT","headers":{"x-oss-copy-source":"/examplebucket/public/../private/a"}"#,
                .keyWithoutDots()
            ),
            (
                #""method":"PUT","headers":{"x-oss-copy-source":"/examplebucket/public/%2E%2E/private/a"}"#,
                .keyWithoutDots()
            ),
            (
                #""method":"PUT","headers":{"x-oss-copy-source":"/examplebucket/public%2F..%2Fprivate"}"#,
                .keyWithoutDots()
            ),
            (#""method":"PUT","headers":{"x-oss-copy-source":"/otherbucket/public/a"}"#, .bucket),
            // A lock of the object, set or lifted.
            (
                #""method":"PUT","headers":{"x-oss-object-worm-mode":"COMPLIANCE","x-oss-object-worm-retain-until-date":"x"}"#,
                .parameter(RestrictedParameter("retention".utf8Span.span))
            ),
            (
                #""headers":{"X-OSS-Bypass-Governance-Retention":"true"}"#,
                .parameter(RestrictedParameter("x-oss-bypass-governance-retention".utf8Span.span))
            ),
            (#""method":"PUT","headers":{"x-oss-symlink-target":"private/a"}"#, .key),
            (#""method":"POST","headers":{"x-oss-rename-source":"private/a"}"#, .key),
            // The source of a move may be a folder, and no longer exists afterwards.
            (#""method":"POST","headers":{"X-OSS-Rename-Source":"public/b"}"#, .method),
            (
                #""method":"PUT","headers":{"x-oss-symlink-target":"public%2F..%2Fprivate"}"#,
                .keyWithoutDots()
            ),
            (#""method":"DELETE""#, .method),
        ] as [(String, MissingGrant)])
    func `a request that is described reaches nothing else`(members: String, missing: MissingGrant) {
        #expect(signing.refusal(of: described(members), for: .sign) == .notAllowed(missing))
        #expect(signing.refusal(of: described(members), for: .presign) == .notAllowed(missing))
    }

    @Test(arguments: [SigningRoute.sign, .presign])
    func `a call for the bucket or the service is none for its objects`(route: SigningRoute) {
        for body in [
            "{}", #"{"version":"v1","parameters":{"prefix":"public/"}}"#,
            #"{"method":"POST","parameters":{"delete":null}}"#,
        ] {
            #expect(signing.refusal(of: body, for: route) == .notAllowed(.key))
        }
        for body in [
            #"{"key":""}"#, #"{"key":"/public/a"}"#, #"{"key":"\\public/a"}"#,
            #"{"bucket":"","key":"public/a"}"#,
        ] {
            #expect(signing.refusal(of: body, for: route) != nil)
        }
    }

    @Test(arguments: [
        // Texts with two readings.
        #""parameters":{"acl":null,"acl":null}"#, #""key":"public/a","key":"private/a""#,
        #""parameters":{"x-oss-expires":"604800"}"#, #""parameters":{"Expires":"9999999999"}"#,
        #""headers":{"x-oss-meta-a":"b\r\nx-oss-object-acl: public-read"}"#,
        #""headers":{"x-oss-meta-a\r\nb":"c"}"#,
        #""headers":{"x-oss-meta-a":"b","X-OSS-Meta-A":"c"}"#, #""headers":{"x-oss-meta-a ":"b"}"#,
        #""headers":{"Authorization":"x"}"#, #""headers":{"X-OSS-Date":"20231216T162057Z"}"#,
        #""method":"GET\r\nX: y""#, #""bucket":"examplebucket/private""#,
        #""headers":{"x-oss-copy-source":"examplebucket/public/a"}"#,
        #""headers":{"x-oss-copy-source":"/examplebucket/public/a?versionId=1&acl"}"#,
        #""headers":{"x-oss-copy-source":"/examplebucket/public/a?acl"}"#,
        #""headers":{"x-oss-copy-source":"/examplebucket/public/a+b"}"#,
        #""headers":{"x-oss-copy-source":"/examplebucket/public/%"}"#,
        #""headers":{"x-oss-copy-source":"/examplebucket/"}"#,
        #""headers":{"x-oss-copy-source":"/examplebucket"}"#,
        #""headers":{"x-oss-copy-source":"//examplebucket/public/a"}"#,
        #""headers":{"x-oss-symlink-target":"%2Fpublic/a"}"#,
        // Texts that V1 signs raw.
        #""version":"v1","key":"public/a?acl""#, #""version":"v1","key":"public/a\nb""#,
        #""version":"v1","parameters":{"versionId":"1&acl"}"#,
        #""version":"v1","parameters":{"versionId":"1\n/x"}"#,
        #""version":"v1","parameters":{"x-oss-a&acl":null}"#,
    ])
    func `a text with two readings is refused`(members: String) {
        #expect(signing.refusal(of: described(members), for: .sign) != nil)
        #expect(signing.refusal(of: described(members), for: .presign) != nil)
    }

    @Test func `each of many keys is judged`() {
        for key in ["private/a", "public/../a", "/public/a", ""] {
            #expect(signing.refusal(of: #"{"keys":["public/a","\#(key)","public/b"]}"#, for: .presign) != nil)
        }
        #expect(signing.refusal(of: #"{"keys":["public/a","public/b"]}"#, for: .presign) == nil)
    }

    /// A signature with a later date ends later.
    @Test(arguments: ["v1", "v4"])
    func `no later date makes it live longer than the rule says`(version: String) {
        let (now, later) = ("2023-12-16T16:20:57Z", "2023-12-16T16:21:57Z")
        let refused = Problem.notAllowed(.expires(limit: .seconds(3_600)))
        for (expires, time, refusal) in [
            (3_600, now, nil), (3_540, later, nil), (3_541, later, refused), (3_600, later, refused),
        ] {
            let members = #""version":"\#(version)","expires":\#(expires),"time":"\#(time)""#
            #expect(signing.refusal(of: described(members), for: .presign) == refusal)
            #expect(signing.refusal(of: #"{"keys":["public/a"],\#(members)}"#, for: .presign) == refusal)
            let form = #"{"conditions":[["starts-with","$key","public/"]],\#(members)}"#
            #expect(signing.refusal(of: form, for: .postPolicy) == refusal)
        }
    }

    @Test func `an earlier date does not make more of it`() {
        let members = #""expires":3601,"time":"2023-12-16T16:19:57Z""#
        #expect(
            signing.refusal(of: described(members), for: .presign)
                == .notAllowed(.expires(limit: .seconds(3_600))))
    }

    @Test func `nothing lives longer than the rule says`() {
        #expect(
            signing.refusal(of: described(#""expires":3601"#), for: .presign)
                == .notAllowed(.expires(limit: .seconds(3_600))))
    }
}
