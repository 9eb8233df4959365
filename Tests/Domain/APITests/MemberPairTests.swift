import API
import Access
import HTTP
import Signing
import Testing

/// Members that exclude or need each other: what is passed over could be what was meant.
struct MemberPairTests {
    private let signing = SigningFixture()

    @Test(arguments: [
        (#"{"key":"a"}x"#, SigningRoute.sign), (#"{"key":"a"}{}"#, .presign),
        (#"{"key":"a","key":"a"}"#, .sign), (#"{"expires":1,"expires":1}"#, .presign),
        (#"{"headers":{},"headers":{}}"#, .sign), (#"{"key":"a","keys":["a"]}"#, .presign),
        (#"{"conditions":[],"policy":"{}"}"#, .postPolicy),
    ])
    func `a repeated member, or text after the end, is malformed`(body: String, route: SigningRoute) {
        #expect(signing.refusal(of: body, for: route)?.status.rawValue == 400)
    }

    @Test func `a parameter has all its values in one place, and one at least`() {
        func refusal(_ parameters: String) -> Problem? {
            signing.refusal(of: #"{"key":"a","parameters":{\#(parameters)}}"#, for: .sign)
        }
        #expect(refusal(#""prefix":["a","b",null]"#) == nil)
        #expect(
            refusal(#""prefix":"a","prefix":"b""#)
                == .invalidRequest(.part(BodyPart(parameter: "prefix"), .parameterTwice)))
        #expect(
            refusal(#""prefix":[]"#) == .invalidRequest(.part(BodyPart(parameter: "prefix"), .parameterEmpty))
        )
    }

    @Test func `an empty bucket is none`() {
        #expect(signing.refusal(of: #"{"bucket":""}"#, for: .sign) == nil)
        #expect(
            signing.refusal(of: #"{"bucket":"","conditions":[]}"#, for: .postPolicy)
                == .invalidRequest(.signing(.bucketMissing)))
    }

    @Test func `no life is less than nothing`() {
        #expect(signing.refusal(of: #"{"key":"a","minValid":0}"#, for: .sign) == nil)
        #expect(
            signing.refusal(of: #"{"key":"a","minValid":-1}"#, for: .sign)
                == .invalidRequest(.value("minValid", mustBe: "0 or more seconds")))
    }

    @Test func `an address has no bucket before it`() {
        let place = #""key":"a","endpoint":"http://10.0.0.1""#
        #expect(signing.refusal(of: "{\(place)}", for: .sign) == nil)
        #expect(
            signing.refusal(of: #"{\#(place),"addressing":"virtual"}"#, for: .sign)
                == .invalidRequest(.signing(.addressingOfAddress)))
    }

    @Test func `more additional headers than a request may have are too many`() {
        let names = Array(repeating: #""range""#, count: 65).joined(separator: ",")
        let body = #"{"key":"a","headers":{"range":"bytes=0-"},"additionalHeaders":[\#(names)]}"#
        #expect(signing.refusal(of: body, for: .sign) == .invalidRequest(.signing(.tooManyHeaders)))
        let most = body.replacing(#"["range","#, with: "[")
        #expect(signing.refusal(of: most, for: .sign) == nil)
    }

    private let v1 = #""version":"v1","stringToSign":"GET\n\n\n1702743717\n/examplebucket/a""#
    private let v4 =
        #""canonicalRequest":"GET\n/examplebucket/a\n\nx-oss-date:20231216T162057Z\n\n\nUNSIGNED-PAYLOAD""#
    private let opaque =
        #""stringToSign":"OSS4-HMAC-SHA256","region":"cn-hangzhou","date":"20231216","product":"oss""#

    @Test(arguments: [
        #""canonicalRequest":"""#, #""time":"2023-12-16T16:20:57Z""#, #""region":"cn-hangzhou""#,
        #""date":"20231216""#, #""product":"oss""#,
    ])
    func `a string of V1 has nothing of V4`(member: String) {
        let signing = SigningFixture(.signing)
        #expect(signing.refusal(of: "{\(v1)}", for: .signString) == nil)
        #expect(
            signing.refusal(of: "{\(v1),\(member)}", for: .signString)
                == .malformed(.together("version v1", "members of V4")))
    }

    @Test(arguments: [#""date":"20231216""#, #""product":"oss""#])
    func `a canonical request says its day itself`(member: String) {
        let signing = SigningFixture(.signing)
        let rest = #""time":"2023-12-16T16:20:57Z","region":"cn-hangzhou""#
        #expect(signing.refusal(of: "{\(v4),\(rest)}", for: .signString) == nil)
        #expect(
            signing.refusal(of: "{\(v4),\(rest),\(member)}", for: .signString)
                == .malformed(.together("canonicalRequest", "date or product")))
    }

    @Test(arguments: ["2023-12-16T16:20:58Z", "2023-12-15T16:20:57Z"])
    func `the time of a canonical request is the one that it says`(time: String) {
        let body = #"{\#(v4),"time":"\#(time)","region":"cn-hangzhou"}"#
        #expect(
            SigningFixture(.signing).refusal(of: body, for: .signString)
                == .invalidRequest(.value("time", mustBe: "the x-oss-date of canonicalRequest")))
    }

    @Test func `a scope is of the day, the region and the product that sign`() {
        func refusal(_ scope: String) -> Problem? {
            let query =
                "x-oss-credential=LTAI%2F\(scope)%2Faliyun_v4_request&x-oss-date=20231216T162057Z"
                + "&x-oss-expires=60&x-oss-signature-version=OSS4-HMAC-SHA256"
            let canonical = #"GET\n/examplebucket/a\n\#(query)\n\n\nUNSIGNED-PAYLOAD"#
            let rest = #""time":"2023-12-16T16:20:57Z","region":"cn-hangzhou""#
            return SigningFixture(.signing).refusal(
                of: #"{"canonicalRequest":"\#(canonical)",\#(rest)}"#, for: .signString)
        }
        #expect(refusal("20231216%2Fcn-hangzhou%2Foss") == nil)
        for scope in [
            "20231217%2Fcn-hangzhou%2Foss", "20231216%2Fcn-beijing%2Foss", "20231216%2Fcn-hangzhou%2Fsls",
        ] {
            #expect(refusal(scope) == .invalidRequest(.signing(.credentialScope)))
        }
    }

    @Test(arguments: [#""canonicalRequest":"""#, #""time":"2023-12-16T16:20:57Z""#])
    func `an opaque string stands alone`(member: String) {
        let signing = SigningFixture(.signing)
        #expect(signing.refusal(of: "{\(opaque)}", for: .signString) == nil)
        #expect(
            signing.refusal(of: "{\(opaque),\(member)}", for: .signString)
                == .malformed(.together("stringToSign", "canonicalRequest or time")))
        let other = opaque.replacing(#""product":"oss""#, with: #""product":"sls""#)
        #expect(
            signing.refusal(of: "{\(other)}", for: .signString)
                == .invalidRequest(.value("product", mustBe: "\"oss\" or \"oss-cloudbox\"")))
    }
}
