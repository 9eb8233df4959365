import API
import Access
import Bytes
import HTTP
import Signing
import Testing
import Time
import Tokens

/// An answer says what was signed, and when that expires.
struct AnswerTests {
    private static let now = Timestamp(secondsSince1970: 1_702_743_657)

    private func credential(life: Int64?, keyID: String = "STS.k") throws -> Credential {
        let received = try ReceivedCredential(
            keyID: keyID.utf8Span.span, secret: "s".utf8Span.span, securityToken: "t".utf8Span.span,
            expiration: life.map { Self.now + $0 })
        return Credential(received, generation: 7, fetchedAt: Self.now)
    }

    private func text(
        _ route: SigningRoute, _ body: String, with credential: Credential,
        endpoint: String = "https://oss-cn-hangzhou.aliyuncs.com"
    ) throws(Problem) -> String {
        var rule = Rule(name: "root")
        rule.alternatives = [[.uid(0)]]
        rule.operations = [.sign, .presign, .postPolicy, .signString]
        rule.versions = [.v1, .v4]
        let profile = ProfileDefaults(
            name: "default",
            place: .init(endpoint: endpoint, region: "cn-hangzhou", bucket: "examplebucket"), addressing: nil,
            version: .v4)
        var signing = SigningContext()
        var out = ByteBuffer(copying: "before".utf8Span.span)
        try signing.read(body.utf8Span.span, for: route)
        try signing.admit(
            to: profile, by: Policy(rules: [rule]).rules(for: Peer(uid: 0, gid: 0)), at: Self.now)
        do throws(Problem) {
            try signing.answer(with: credential, of: profile, at: Self.now, keepAlive: true, to: &out)
        } catch {
            // Of an answer that failed nothing may be sent.
            #expect(String(copying: out.span) == "before")
            throw error
        }
        return String(copying: out.span)
    }

    @Test(
        arguments: [
            (1_800, 900, "2023-12-16T16:35:57Z", "request"), (900, 900, "2023-12-16T16:35:57Z", "request"),
            (899, 900, "2023-12-16T16:35:56Z", "credential"), (nil, 60, "2023-12-16T16:21:57Z", "request"),
        ] as [(Int64?, Int, String, String)])
    func `a URL ends with the wish or with the token`(life: Int64?, wish: Int, end: String, limit: String)
        throws
    {
        for key in [#""key":"a""#, #""keys":["a"]"#] {
            let answer = try text(.presign, #"{\#(key),"expires":\#(wish)}"#, with: credential(life: life))
            #expect(answer.contains(#""expiration":"\#(end)","limitedBy":"\#(limit)""#))
        }
    }

    @Test func `a time that was asked for is that of the signature`() throws {
        let body = #"{"key":"a","time":"2023-12-16T16:20:00Z"}"#
        #expect(try text(.presign, body, with: credential(life: nil)).contains("x-oss-date=20231216T162000Z"))
        #expect(
            try text(.sign, body, with: credential(life: nil)).contains(#""x-oss-date":"20231216T162000Z""#))
    }

    @Test func `an endpoint that was asked for is that of the URL`() throws {
        let body = #"{"key":"a","endpoint":"http://10.0.0.1:8080"}"#
        #expect(
            try text(.presign, body, with: credential(life: nil)).contains(
                #""url":"http://10.0.0.1:8080/examplebucket/a?"#))
        let written = try text(
            .presign, #"{"key":"a"}"#, with: credential(life: nil),
            endpoint: "https://OSS-CN-Hangzhou.aliyuncs.com")
        #expect(written.contains("https://examplebucket.oss-cn-hangzhou.aliyuncs.com/a?"))
    }

    /// The client sets that header by itself.
    @Test func `the host is signed and not to be sent`() throws {
        let body = #"{"key":"a","additionalHeaders":["host"],"contentType":"text/plain"}"#
        let answer = try text(.presign, body, with: credential(life: nil))
        #expect(answer.contains(#""headers":{"content-type":"text/plain"}"#))
        #expect(answer.contains("x-oss-additional-headers=host&"))
        // V1 does not know additional headers, and signs none.
        let members = #""version":"v1","headers":{"x-oss-meta-a":"1","range":"bytes=0-"}"#
        let old = try text(
            .presign, #"{"key":"a",\#(members),"additionalHeaders":["range"]}"#, with: credential(life: nil))
        #expect(old.contains(#""headers":{"x-oss-meta-a":"1"}"#))
    }

    @Test func `a form explains its policy and no request`() throws {
        let answer = try text(.postPolicy, #"{"conditions":[],"explain":true}"#, with: credential(life: nil))
        #expect(answer.contains(#""stringToSign":""#) && !answer.contains("canonicalRequest"))
    }

    @Test(arguments: [
        ("2023-12-16T16:20:57Z", false), ("2023-12-16T16:20:58Z", true), ("2023-12-23T16:20:57Z", true),
        ("2023-12-23T16:20:58Z", false), ("1970-01-01T00:00:00Z", false),
    ])
    func `a policy ends within seven days, and not before it begins`(expiration: String, isGood: Bool) throws
    {
        let policy =
            #"{\"expiration\":\"\#(expiration)\",\"conditions\":[{\"bucket\":\"examplebucket\"}]}"#
        let credential = try credential(life: nil)
        guard isGood else {
            #expect(throws: Problem.invalidRequest(.signing(.policyExpiration))) {
                try text(.postPolicy, #"{"policy":"\#(policy)"}"#, with: credential)
            }
            return
        }
        #expect(
            try text(.postPolicy, #"{"policy":"\#(policy)"}"#, with: credential).contains("\"\(expiration)\"")
        )
    }

    @Test func `a string for another key is not signed`() throws {
        let query =
            "x-oss-credential=STS.k%2F20231216%2Fcn-hangzhou%2Foss%2Faliyun_v4_request&x-oss-date=20231216T162057Z"
            + "&x-oss-expires=60&x-oss-signature-version=OSS4-HMAC-SHA256"
        let canonical = #"GET\n/examplebucket/a\n\#(query)\n\n\nUNSIGNED-PAYLOAD"#
        let body =
            #"{"canonicalRequest":"\#(canonical)","time":"2023-12-16T16:20:57Z","region":"cn-hangzhou"}"#
        #expect(try text(.signString, body, with: credential(life: nil)).contains(#""accessKeyId":"STS.k""#))
        let problem = #expect(throws: Problem.self) {
            try text(.signString, body, with: credential(life: nil, keyID: "STS.l"))
        }
        #expect(problem?.status == .conflict)
    }

    @Test func `a caller over its rate is told when to retry, rounded up`() {
        var rule = Rule(name: "web")
        rule.rate = Rate(count: 1_000, per: .seconds(1))
        for (milliseconds, seconds) in [(1, 1), (999, 1), (1_500, 2)] {
            let problem = Problem.overRate(of: rule, wait: .milliseconds(milliseconds))
            #expect(
                problem
                    == .rateLimited(.requests(rule: "web", rate: rule.rate), retryAfter: seconds))
            #expect(
                problem.detail == "[Access web]: Rate=1000/s is used up; try again in \(seconds) s")
        }
    }
}
