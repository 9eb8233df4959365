import API
import Access
import Signing
import Testing

/// How long something lives and when it is dated, whichever way the caller says so: the signing's time is 16:20:57.
struct LifeTests {
    private let signing: SigningFixture

    init() {
        var rule = Rule(name: "root")
        rule.alternatives = [[.uid(0)]]
        rule.operations = [.sign, .presign, .postPolicy, .signString]
        rule.versions = [.v1, .v4]
        rule.maxExpires = .seconds(60)
        signing = SigningFixture(Policy(rules: [rule]))
    }

    private static let tooLong = Problem.notAllowed(.expires(limit: .seconds(60)))
    private static let tooFar = Problem.notAllowed(.timeSkew(limit: .seconds(900)))

    private func policy(until expiration: String) -> String {
        let conditions = #"[{\"bucket\":\"examplebucket\"},{\"key\":\"a\"}]"#
        return #"{"policy":"{\"expiration\":\"\#(expiration)\",\"conditions\":\#(conditions)}"}"#
    }

    private func urlOfV4(expires: Int) -> String {
        let query =
            "x-oss-credential=LTAI%2F20231216%2Fcn-hangzhou%2Foss%2Faliyun_v4_request"
            + "&x-oss-date=20231216T162057Z&x-oss-expires=\(expires)"
            + "&x-oss-signature-version=OSS4-HMAC-SHA256"
        let canonical = #"GET\n/examplebucket/a\n\#(query)\n\n\nUNSIGNED-PAYLOAD"#
        return
            #"{"canonicalRequest":"\#(canonical)","time":"2023-12-16T16:20:57Z","region":"cn-hangzhou"}"#
    }

    private func v1(_ dateLine: String) -> String {
        #"{"version":"v1","stringToSign":"GET\n\n\n\#(dateLine)\n/examplebucket/a"}"#
    }

    @Test(arguments: [
        (SigningRoute.presign, #"{"key":"a"}"#), (.presign, #"{"keys":["a","b"]}"#),
        (.postPolicy, #"{"conditions":[]}"#), (.presign, #"{"key":"a","time":"2023-12-16T16:21:27Z"}"#),
    ])
    func `without expires it lives for as long as the rule allows`(route: SigningRoute, body: String) throws {
        #expect(try signing.life(of: body, for: route) == .seconds(60))
        let named = body.dropLast() + #","expires":61}"#
        #expect(signing.refusal(of: String(named), for: route) == Self.tooLong)
    }

    @Test func `a rule that allows more than a quarter of an hour gives no more unasked`() throws {
        #expect(try SigningFixture().life(of: #"{"key":"a"}"#, for: .presign) == .seconds(900))
    }

    @Test func `a signing time so late that no life is left is refused`() {
        #expect(
            signing.refusal(of: #"{"key":"a","time":"2023-12-16T16:22:00Z"}"#, for: .presign) == Self.tooLong)
    }

    @Test func `a policy lives until it says`() {
        #expect(signing.refusal(of: policy(until: "2023-12-16T16:21:57Z"), for: .postPolicy) == nil)
        #expect(signing.refusal(of: policy(until: "2023-12-16T16:21:58Z"), for: .postPolicy) == Self.tooLong)
        #expect(signing.refusal(of: policy(until: "2023-12-16T16:00:00Z"), for: .postPolicy) == nil)
    }

    @Test func `the string of a URL lives until it says`() {
        #expect(signing.refusal(of: v1("1702743717"), for: .signString) == nil)
        #expect(signing.refusal(of: v1("1702743718"), for: .signString) == Self.tooLong)
        #expect(signing.refusal(of: v1("1702743000"), for: .signString) == nil)
        #expect(signing.refusal(of: urlOfV4(expires: 60), for: .signString) == nil)
        #expect(signing.refusal(of: urlOfV4(expires: 61), for: .signString) == Self.tooLong)
    }

    @Test(arguments: [0, 604_801])
    func `no string of V4 lives for longer than OSS allows, or not at all`(expires: Int) {
        #expect(
            SigningFixture(.signing).refusal(of: urlOfV4(expires: expires), for: .signString)
                == .invalidRequest(.signing(.canonicalRequest)))
    }

    @Test func `seven days are allowed where no rule says less`() {
        #expect(SigningFixture(.signing).refusal(of: urlOfV4(expires: 604_800), for: .signString) == nil)
    }

    @Test func `a header has no life, but a date`() {
        #expect(signing.refusal(of: #"{"key":"a"}"#, for: .sign) == nil)
        for (time, refusal) in [
            ("2023-12-16T16:35:57Z", nil), ("2023-12-16T16:05:57Z", nil),
            ("2023-12-16T16:35:58Z", Self.tooFar), ("2023-12-16T16:05:56Z", Self.tooFar),
        ] {
            #expect(signing.refusal(of: #"{"key":"a","time":"\#(time)"}"#, for: .sign) == refusal)
        }
    }

    @Test func `the date of a string counts as well`() {
        #expect(signing.refusal(of: v1("Sat, 16 Dec 2023 16:35:57 GMT"), for: .signString) == nil)
        #expect(signing.refusal(of: v1("Sat, 16 Dec 2023 16:35:58 GMT"), for: .signString) == Self.tooFar)
        #expect(signing.refusal(of: v1("Sat, 16 Dec 2023 16:05:56 GMT"), for: .signString) == Self.tooFar)
    }

    @Test(arguments: [
        ("v4", 0, 604_800), ("v4", 604_801, 604_800), ("v1", 0, 315_360_000),
        ("v1", 315_360_001, 315_360_000),
    ])
    func `a wish that no signature can fill is refused before the rules`(
        version: String, expires: Int, most: Int
    ) {
        let refused = Problem.invalidRequest(.signing(.expires(maximum: most, version == "v4" ? .v4 : .v1)))
        let body = #"{"key":"a","version":"\#(version)","expires":\#(expires)}"#
        #expect(signing.refusal(of: body, for: .presign) == refused)
    }

    @Test(arguments: [0, 604_801])
    func `a form lives for seven days at most`(expires: Int) {
        let refused = Problem.invalidRequest(.signing(.expires(maximum: 604_800, nil)))
        #expect(signing.refusal(of: #"{"conditions":[],"expires":\#(expires)}"#, for: .postPolicy) == refused)
    }

    @Test(arguments: [
        "2023-12-16T16:20:57.0Z", "2023-12-16T16:20:57+00:00", "2023-12-16T16:20:57", "20231216T162057Z", "",
    ])
    func `a time is written in one way`(time: String) {
        #expect(
            signing.refusal(of: #"{"key":"a","time":"\#(time)"}"#, for: .sign)
                == .invalidRequest(.value("time", mustBe: "a time such as 2023-12-16T16:20:57Z")))
    }
}
