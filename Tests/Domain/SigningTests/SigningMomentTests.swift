import Bytes
import Signing
import TestSupport
import Testing
import Time

/// One signer serves many: what it keeps of one signature must never get into that of another.
struct SigningMomentTests {
    private static let times = [
        Timestamp(secondsSince1970: 1_702_743_657), Timestamp(secondsSince1970: 1_702_743_658),
        // The same time on the next day.
        Timestamp(secondsSince1970: 1_702_743_657 + 86_400),
    ]

    private static func credential(_ name: String) -> SigningCredential {
        SigningCredential(
            keyID: "LTAI-\(name)".utf8Span.span, secret: "secret of \(name)".utf8Span.span,
            securityToken: Span())
    }

    private static func url(
        by signer: inout Signer, _ credential: SigningCredential, region: String, isCloudBox: Bool = false,
        at time: Timestamp
    ) throws -> String {
        var request = OSSRequest()
        let place = request.appending { text in text.append("https://oss.example.com") }
        try request.setEndpoint(place)
        let bucket = request.appending { text in text.append("bucket") }
        try request.setBucket(bucket)
        let name = request.appending { text in text.append(region) }
        if isCloudBox { try request.setCloudBox(name) } else { try request.setRegion(name) }
        try signer.preparePresigned(&request, version: .v4, with: credential, at: time, expires: 60)
        signer.signPresigned(request, version: .v4, with: credential, at: time)
        return signer.url.string
    }

    /// Each differs in one thing from the one before.
    private static let cases: [(name: String, region: String, isCloudBox: Bool, time: Timestamp)] = [
        ("one", "cn-hangzhou", false, times[0]), ("another", "cn-hangzhou", false, times[0]),
        ("another", "cn-beijing", false, times[0]), ("another", "cn-beijing", true, times[0]),
        ("another", "cn-beijing", true, times[1]), ("one", "cn-beijing", true, times[1]),
        ("one", "cn-beijing", false, times[1]), ("one", "cn-hangzhou", false, times[1]),
        ("one", "cn-hangzhou", false, times[0]), ("one", "cn-hangzhou", false, times[2]),
        ("one", "cn-hangzhou", true, times[2]), ("one", "cn-hangzhou", false, times[0]),
    ]

    @Test func `a URL does not depend on the signatures before it`() throws {
        let credentials = ["one": Self.credential("one"), "another": Self.credential("another")]
        var used = Signer()
        for (name, region, isCloudBox, time) in Self.cases {
            let credential = try #require(credentials[name])
            var fresh = Signer()
            let url = try Self.url(by: &used, credential, region: region, isCloudBox: isCloudBox, at: time)
            // A credential keeps keys of its own.
            let expected = try Self.url(
                by: &fresh, Self.credential(name), region: region, isCloudBox: isCloudBox, at: time)
            #expect(url == expected)
        }
    }

    /// Each differs in one thing from the one before, or comes behind a signature that is not in the URL.
    private static let wishes: [(expires: Int, additional: [String], isInHeader: Bool)] = [
        (60, [], false), (61, [], false), (61, ["cache-control"], false), (61, ["cache-control"], true),
        (61, ["cache-control"], false), (61, ["cache-control", "host"], false), (61, ["host"], false),
        (60, ["host"], false), (60, ["host"], true), (60, [], true), (60, [], false),
    ]

    @Test(arguments: ["", "CAIS+/tok=="])
    func `the parameters of one URL never get into another`(token: String) throws {
        var wanted = Wanted()
        wanted.token = token
        let credential = wanted.credential
        var used = Signer()
        for wish in Self.wishes {
            wanted.additional = wish.additional
            var request = OSSRequest()
            try wanted.fill(&request)
            if wish.isInHeader {
                try used.signHeader(&request, version: .v4, with: credential, at: wanted.time)
                #expect(try Signed(used).canonicalRequest == wanted.signed().canonicalRequest)
                continue
            }
            try used.preparePresigned(
                &request, version: .v4, with: credential, at: wanted.time, expires: wish.expires)
            used.signPresigned(request, version: .v4, with: credential, at: wanted.time)
            #expect(try Signed(used).url == wanted.presigned(expires: wish.expires).url)
        }
    }

    @Test func `composing for another's date and scope leaves nothing behind`() throws {
        let credential = Self.credential("one")
        var used = Signer()
        var fresh = Signer()
        _ = try Self.url(by: &used, credential, region: "cn-hangzhou", at: Self.times[0])
        var request = OSSRequest()
        try Wanted().fill(&request)
        used.compose(
            v4: request, date: "20200101T000000Z".utf8Span.span,
            scope: "20200101/cn-beijing/oss/aliyun_v4_request".utf8Span.span)
        let url = try Self.url(by: &used, credential, region: "cn-hangzhou", at: Self.times[0])
        let expected = try Self.url(by: &fresh, credential, region: "cn-hangzhou", at: Self.times[0])
        #expect(url == expected)
    }

    @Test func `more keys than are kept are made again`() throws {
        let credential = Self.credential("one")
        var used = Signer()
        for round in 0..<3 {
            for number in 0..<20 {
                var fresh = Signer()
                let time = Self.times[round]
                let url = try Self.url(by: &used, credential, region: "r-\(number)", at: time)
                let expected = try Self.url(
                    by: &fresh, Self.credential("one"), region: "r-\(number)", at: time)
                #expect(url == expected)
            }
        }
    }

    @Test func `a credential that lies where one lay that is gone is another one`() throws {
        var used = Signer()
        for number in 0..<100 {
            var fresh = Signer()
            let credential = Self.credential("\(number)")
            let url = try Self.url(by: &used, credential, region: "cn-hangzhou", at: Self.times[0])
            let expected = try Self.url(by: &fresh, credential, region: "cn-hangzhou", at: Self.times[0])
            #expect(url == expected)
        }
    }
}
