import API
import HTTP
import TestSupport
import Testing

/// Members that a route does not know: named, with those that it knows.
struct MemberTests {
    private func detail(of body: String, for route: SigningRoute) -> String? {
        SigningFixture().refusal(of: body, for: route)?.detail
    }

    @Test(arguments: [
        (#"{"buckte":"b"}"#, SigningRoute.sign, "buckte", "bucket"),
        (#"{"bucket":"b","Key":"k"}"#, .sign, "Key", "key"),
        (#"{"expire":1}"#, .presign, "expire", "expires"),
        (#"{"condition":[]}"#, .postPolicy, "condition", "conditions"),
        (#"{"stringtosign":""}"#, .signString, "stringtosign", "stringToSign"),
    ])
    func `the problem suggests the member that was meant`(
        body: String, route: SigningRoute, written: String, meant: String
    ) {
        let problem = SigningFixture().refusal(of: body, for: route)
        #expect(problem?.detail == "unknown member '\(written)', did you mean '\(meant)'?")
        #expect(problem?.pointer == "/\(written)")
    }

    @Test(arguments: [
        (#"{"\u0062uckte":"b"}"#, #"\u0062uckte"#), (#"{"somethingElse":1}"#, "somethingElse"),
        (#"{"conditions":[]}"#, "conditions"),
        ("{\"" + String(repeating: "x", count: 100_000) + "\":1}", String(repeating: "x", count: 64) + "…"),
        ("{\"a\u{202E}b\":1}", #"a\u{202e}b"#),
    ])
    func `the problem lists the known members if none is similar, and shortens a long name`(
        body: String, shown: String
    ) {
        #expect(
            detail(of: body, for: .signString)
                == "unknown member '\(shown)'; known are profile, version, region, time, stringToSign, "
                + "canonicalRequest, date, product")
    }

    /// A program without any rule may send it, and holds up all others as long as it is read.
    @Test func `costs no more for a long unknown name than for the same text as a value`() {
        let text = String(repeating: "É", count: 500_000)
        let name = "{\"\(text)\":1}"
        let value = "{\"key\":\"\(text)\"}"
        let signing = SigningFixture()
        let (unknown, known) = (0..<3).map { _ in
            (
                processorTime { #expect(signing.refusal(of: name, for: .presign) != nil) },
                processorTime { #expect(signing.refusal(of: value, for: .presign) != nil) }
            )
        }.reduce((Duration.seconds(9), Duration.seconds(9))) { (min($0.0, $1.0), min($0.1, $1.1)) }
        #expect(unknown < known * 2, "\(unknown), and as a value \(known)")
    }

    /// Of a name that no person wrote, no more becomes text than is repeated.
    @Test(arguments: [
        (#"{"headers":{"NAME":1}}"#, SigningRoute.sign, "header 'SHOWN': must be a string", "/headers"),
        (
            #"{"parameters":{"NAME":1}}"#, .sign,
            "parameter 'SHOWN': must be a string, null or an array of those", "/parameters"
        ),
        (
            #"{"key":"a","headers":{"NAME":""}}"#, .sign,
            "header 'SHOWN': the value is empty; clients disagree on what that signs, leave the header out",
            "/headers"
        ),
    ])
    func `repeats the beginning of a long name of a header or of a parameter`(
        body: String, route: SigningRoute, detail: String, pointer: String
    ) {
        let name = "x-oss-" + String(repeating: "y", count: 1_500)
        let problem = SigningFixture().refusal(of: body.replacing("NAME", with: name), for: route)
        #expect(problem?.detail == detail.replacing("SHOWN", with: name.prefix(64) + "…"))
        #expect(problem?.pointer == pointer)
    }

    @Test(arguments: [#"{"NAME":1}"#, #"{"operation":"credentials","request":{"NAME":1}}"#])
    func `an explanation repeats the beginning of a long name`(body: String) {
        let name = String(repeating: "É", count: 100_000)
        let text = body.replacing("NAME", with: name)
        var problem: Problem?
        let time = processorTime {
            do throws(Problem) { _ = try ExplainCall(text.utf8Span.span) } catch { problem = error }
        }
        #expect(problem?.detail.hasPrefix("unknown member '\(name.prefix(64))…'") == true)
        #expect(time < .milliseconds(500), "\(time)")
    }

    /// The sentences are for a person who has the program, but not the body that it wrote.
    @Test(arguments: [
        (
            #"{"expires":"10min"}"#, SigningRoute.presign,
            "expires: must be a whole number of seconds, for example 600", "/expires"
        ),
        (
            #"{"expires":1.5}"#, .presign,
            "expires: must be a whole number of seconds, for example 600", "/expires"
        ),
        (#"{"bucket":1}"#, .sign, "bucket: must be a string", "/bucket"),
        (#"{"explain":1}"#, .sign, "explain: must be true or false", "/explain"),
        (#"{"keys":"a"}"#, .presign, "keys: must be an array of strings", "/keys"),
        (#"{"keys":["a",1]}"#, .presign, "keys[1]: must be a string", "/keys/1"),
        (
            #"{"headers":{"x-oss-a~/b":1}}"#, .sign, "header 'x-oss-a~/b': must be a string",
            "/headers/x-oss-a~0~1b"
        ),
        (
            #"{"parameters":{"acl":1}}"#, .sign,
            "parameter 'acl': must be a string, null or an array of those",
            "/parameters/acl"
        ),
        (#"{"bucket":"a","bucket":"b"}"#, .sign, "duplicate member 'bucket'", "/bucket"),
        (#"{"method":"PATCH"}"#, .sign, "method: must be GET, PUT, POST, HEAD, DELETE or OPTIONS", "/method"),
        (
            #"{"bucket":"Demo_Bucket"}"#, .sign,
            "bucket 'Demo_Bucket': must be 3 to 63 characters of a-z, 0-9 and '-', beginning and ending with a letter or digit",
            "/bucket"
        ),
        (
            #"{"key":"a","expires":604801}"#, .presign,
            "expires: must be 1 to 604800 seconds (7 days) with v4",
            "/expires"
        ),
        (#"{"key":"/a"}"#, .sign, #"key: must not begin with '/' or '\'"#, "/key"),
        (#"{"keys":["a","/a"]}"#, .presign, #"keys[1]: must not begin with '/' or '\'"#, "/keys/1"),
        (
            #"{"key":"a","headers":{"x-oss-a":""}}"#, .sign,
            "header 'x-oss-a': the value is empty; clients disagree on what that signs, leave the header out",
            "/headers/x-oss-a"
        ),
        (
            #"{"key":"a","additionalHeaders":["host","x-a"]}"#, .sign,
            "additionalHeaders[1]: the name is not among the headers", "/additionalHeaders/1"
        ),
        (
            #"{"key":"a","endpoint":"ftp://a"}"#, .sign,
            "endpoint: write it as https://oss-cn-hangzhou.aliyuncs.com, without path or user", "/endpoint"
        ),
        (
            #"{"key":"a","contentMD5":"zz"}"#, .sign,
            "contentMD5: must be the base64 of the 16 bytes of an MD5 hash", "/contentMD5"
        ),
        // The hexadecimal form, which is the base64 of 24 bytes.
        (
            #"{"key":"a","contentMD5":"d41d8cd98f00b204e9800998ecf8427e"}"#, .presign,
            "contentMD5: must be the base64 of the 16 bytes of an MD5 hash", "/contentMD5"
        ),
        (#"{"time":"now"}"#, .sign, "time: must be a time such as 2023-12-16T16:20:57Z", "/time"),
    ])
    func `names the member that is wrong, and where it is`(
        body: String, route: SigningRoute, detail: String, pointer: String
    ) {
        let problem = SigningFixture().refusal(of: body, for: route)
        #expect(problem?.detail == detail)
        #expect(problem?.pointer == pointer)
    }

    /// The text that is taken apart is one member of the body.
    @Test func `an error within a string to sign points to the string`() {
        let body = #"{"version":"v1","stringToSign":"GET\n\n\n1702743717\n/Demo_Bucket/a"}"#
        let problem = SigningFixture(.signing).refusal(of: body, for: .signString)
        #expect(problem?.detail.hasPrefix("stringToSign: bucket: must be 3 to 63") == true)
        #expect(problem?.pointer == "/stringToSign")
        let short = SigningFixture(.signing).refusal(
            of: #"{"version":"v1","stringToSign":"GET"}"#, for: .signString)
        #expect(
            short?.detail.hasPrefix("stringToSign: not a V1 string to sign, which has the lines METHOD, ")
                == true)
    }

    @Test func `of many conditions the wrong one is said`() {
        let body = #"{"conditions":[["starts-with","$key","a"],["ends-with","$key","b"]]}"#
        let problem = SigningFixture().refusal(of: body, for: .postPolicy)
        #expect(problem?.detail.hasPrefix(#"conditions: number 1 must be {"name": "value"}"#) == true)
        #expect(problem?.pointer == "/conditions/1")
    }

    @Test(arguments: [
        ("", "the body must be a JSON object"), ("[]", "the body must be a JSON object"),
        ("hello", "the body must be a JSON object"),
        (#"{"bucket":"a""#, "invalid JSON: unexpected end at byte 13"),
        (#"{"bucket":"a"}}"#, "invalid JSON: something follows the value at byte 14"),
    ])
    func `only of what is no JSON the byte is said`(body: String, detail: String) {
        let problem = SigningFixture().refusal(of: body, for: .sign)
        #expect(problem?.detail == detail && problem?.pointer == nil && problem?.status == .badRequest)
    }

    @Test(arguments: ["get", "Get", "GET"])
    func `a method may be written in any case`(method: String) {
        #expect(SigningFixture().refusal(of: #"{"key":"a","method":"\#(method)"}"#, for: .sign) == nil)
    }
}
