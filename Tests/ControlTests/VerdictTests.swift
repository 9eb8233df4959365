import CommandLine
import Control
import Foundation
import Testing
import Time

/// Why a signature does not match.
struct VerdictTests {
    @Test func `shows both texts line by line`() throws {
        let there = Signed.canonical.replacing("/a%20b", with: "/x")
        let page = try Signed.examine([Signed.url], answer: Signed.answer(there)).page
        #expect(page.contains("    GET\n 1< /bucket/a%20b\n 1> /bucket/x\n    x-oss-credential="))
    }

    /// The codes of OSS's documentation.
    @Test(arguments: [
        ("RequestTimeTooSkewed", "", "clock-skewed", "the clock: "),
        ("InvalidAccessKeyId", "", "key-unknown", "the key: "),
        ("SecurityTokenExpired", "", "token-expired", "the token: it has ended"),
        ("InvalidSecurityToken", "", "token-invalid", "the token: it is incomplete"),
        ("AccessKeyIdAndSecurityTokenNotMatch", "", "token-of-another-key", "the token: it was issued"),
        ("SecurityTokenNotSupported", "", "token-not-supported", "the token: this operation"),
        ("InvalidArgument", "", "malformed", "the form: "), ("InvalidRequest", "", "malformed", "the form: "),
        ("AccessDenied", "<EC>0002-00000069</EC>", "url-expired", "the time: the URL has ended by the clock"),
        ("AccessDenied", "<Message>Request has expired.</Message>", "url-expired", "the time: "),
        (
            "AccessDenied", "<Message>no</Message>", "access-denied",
            "OSS denies access, and not because of the signature: no"
        ),
        (
            "AccessDenied", "<Endpoint>oss-cn-beijing.aliyuncs.com</Endpoint>", "other-endpoint",
            "the endpoint: the bucket is at oss-cn-beijing.aliyuncs.com"
        ),
        (
            "NoSuchBucket", "<Message>gone</Message>", "refused-otherwise",
            "OSS accepted the signature; it refused for another reason: NoSuchBucket: gone"
        ),
        ("InternalError", "", "server-failed", "OSS failed; send the request again"),
    ])
    func `looks no further where the code says it all`(
        code: String, more: String, verdict: String, sentence: String
    ) throws {
        let found = try Signed.examine([Signed.url], answer: "<Error><Code>\(code)</Code>\(more)</Error>")
        let words = found.page.split { $0.isWhitespace }.joined(separator: " ")
        #expect(!found.isGood && words.hasPrefix("verdict \(sentence)"))
        #expect(found.json.contains(#""good":false,"code":"\#(verdict)","verdict":""#))
    }

    /// Most often a header was signed that the client did not send: the text of both sides has none then.
    @Test func `names the usual causes in their order where the texts agree`() throws {
        let answer = Signed.answer(Signed.canonical).replacing("request\n00", with: "request\n\(Signed.hash)")
        let found = try Signed.examine([Signed.url], answer: answer)
        let page = found.page
        #expect(page.hasPrefix("verdict OSS read the same request as is shown here") && !found.isGood)
        let causes = [
            "  - a header was signed and not sent", "  - the URL was changed", "  - it was signed with",
        ]
        let places = causes.compactMap { page.firstRange(of: $0)?.lowerBound }
        #expect(places.count == 3 && places == places.sorted())
        #expect(found.json.contains(#""code":"texts-agree""#) && found.json.contains(#""causes":["a header"#))
    }

    /// The values that the support of Alibaba Cloud asks for.
    @Test func `keeps what names the case`() throws {
        let answer =
            "<Error><Code>NoSuchKey</Code><Message>no key</Message><EC>0026-00000001</EC>"
            + "<RequestId>6576</RequestId><RecommendDoc>https://api.aliyun.com/x</RecommendDoc></Error>"
        let found = try Signed.examine([Signed.url], answer: answer)
        #expect(
            found.page.contains(
                "\nOSS said  NoSuchKey: no key\nEC        0026-00000001\nRequestId 6576\n"
                    + "see       https://api.aliyun.com/x\n"))
        #expect(
            found.json.contains(
                #""answer":{"code":"NoSuchKey","message":"no key","ec":"0026-00000001","requestId":"6576","#
                    + #""recommendDoc":"https://api.aliyun.com/x"}"#))
    }

    @Test func `keeps tokens and signatures out of what goes into a ticket`() throws {
        let token = String(repeating: "CAIStoken", count: 30)
        let url = Signed.url.replacing("&x-oss-process", with: "&x-oss-security-token=\(token)&x-oss-process")
        let query = Signed.canonical.replacing(
            "&x-oss-signature-version", with: "&x-oss-security-token=\(token)X&x-oss-signature-version")
        let answer = Signed.answer(query).replacing(
            "<Code>",
            with: "<SignatureProvided>\(String(repeating: "1", count: 64))</SignatureProvided><Code>")
        let found = try Signed.examine([url], answer: answer)
        #expect(found.page.contains("x-oss-security-token=CAIS… (270 characters)\n"))
        #expect(
            found.page.split { $0.isWhitespace }.joined(separator: " ").contains(
                "signed was CAIS… (270 characters), the server got CAIS… (271 characters), which differs from "
                    + "character 271 on"))
        for text in [found.page, found.json] {
            #expect(!text.contains("CAIStoken") && !text.contains("00000000") && !text.contains("11111111"))
        }
        let whole = try Signed.examine([url, "--reveal"], answer: answer)
        #expect(
            whole.page.contains(token) && whole.json.contains(token) && whole.json.contains(Signed.signature))
    }

    /// The last line of V1 has the token in it.
    @Test func `keeps them out in V1 as well`() throws {
        let url =
            "https://bucket.oss-cn-x.aliyuncs.com/k?OSSAccessKeyId=i&Expires=2000000000"
            + "&Signature=AAAAAAAAAAAAAAAAAAAAAAAAAAA%3D&security-token=CAIStoken&acl"
        let answer =
            "<Error><Code>SignatureDoesNotMatch</Code><StringToSign>GET\n\n\n2000000000\n"
            + "/bucket/k?acl&amp;security-token=CAIStoken</StringToSign></Error>"
        let found = try Signed.examine([url], answer: answer)
        #expect(found.page.contains("    /bucket/k?acl&security-token=CAIS… (9 characters)\n"))
        #expect(found.json.contains(#"2000000000\n/bucket/k?acl&security-token=CAIS… (9 characters)""#))
        #expect(!found.page.contains("CAIStoken") && !found.json.contains("CAIStoken"))
    }

    @Test func `says when a URL has ended`() throws {
        let found = try Signed.examine([Signed.url], at: Signed.now + 600)
        #expect(
            !found.isGood && found.page.hasPrefix("verdict the time: the URL ended at 2023-12-16T16:30:57Z\n")
        )
        #expect(try Signed.examine([Signed.url], at: Signed.now + 599).isGood)
    }

    @Test func `reads the head of a request`() throws {
        let head = """
            PUT /a%20b HTTP/1.1\r
            Host: bucket.oss-cn-hangzhou.aliyuncs.com\r
            Content-Type: text/plain\r
            x-oss-date: 20231216T162057Z\r
            Authorization: OSS4-HMAC-SHA256 Credential=LTAI/20231216/cn-hangzhou/oss/aliyun_v4_request, \
            AdditionalHeaders=host, Signature=\(Signed.signature)\r
            \r
            body
            """
        let page = try Signed.examine(["--request", "f"], head: head).page
        #expect(
            page.contains(
                "    PUT\n    /bucket/a%20b\n    \n    content-type:text/plain\n"
                    + "    host:bucket.oss-cn-hangzhou.aliyuncs.com\n    x-oss-date:20231216T162057Z\n    \n    host\n"
            ))
    }

    @Test(arguments: [
        (
            ["https://b.oss-cn-x.aliyuncs.com/k"],
            "there is no signature: neither in the URL nor in an Authorization header"
        ),
        (["ftp://x"], "'ftp://x' is not a URL; write it as https://HOST/KEY?QUERY"),
        (
            ["https://cdn.example.com/k?Signature=a&Expires=1"],
            "'cdn.example.com' does not tell the bucket; say it with --bucket"
        ),
        ([], "'verify' needs a URL, or --request FILE; 'ossauthctl verify --help' has examples"),
        (
            ["https://b.oss-cn-x.aliyuncs.com/k", "--request", "/f"],
            "'verify' takes a URL or --request FILE, not both"
        ),
    ])
    func `says what it cannot look into`(words: [String], sentence: String) {
        let error = #expect(throws: UsageError.self) { _ = try Signed.examine(words) }
        #expect(error?.description == sentence)
    }

    @Test(arguments: [
        ("=\(Signed.signature)", "=zzz", "a signature of V4 has 64 hexadecimal digits"),
        (Signed.signature, String(repeating: "0", count: 63), "a signature of V4 has 64 hexadecimal digits"),
        (
            "x-oss-expires=600", "x-oss-expires=abc",
            "'abc' is not a valid x-oss-expires, from 1 to 604800"
        ),
        ("x-oss-expires=600", "x-oss-expires=604801", "'604801' is not a valid x-oss-expires"),
        ("x-oss-expires=600&", "", "'' is not a valid x-oss-expires"),
        ("20231216T162057Z", "20231216", "'20231216' is not a valid x-oss-date"),
    ])
    func `notices that a URL is cut or changed`(old: String, new: String, sentence: String) throws {
        let found = try Signed.examine([Signed.url.replacing(old, with: new)])
        let words = found.page.split { $0.isWhitespace }.joined(separator: " ")
        #expect(!found.isGood && words.hasPrefix("verdict the URL is cut or changed: \(sentence)"))
    }

    @Test(arguments: [
        ("AAAAAAAAAAAAAAAAAAAAAAAAAAA%3D", "2000000000", Optional<String>.none),
        ("AAAAAAAAAAAAAAAAAAAAAAAAAA", "2000000000", "a signature of V1 is 20 bytes in base64"),
        ("AAAAAAAAAAAAAAAAAAAAAAAAAAA%3D", "20000x", "'20000x' is not a valid Expires"),
    ])
    func `notices it in V1 as well`(signature: String, end: String, sentence: String?) throws {
        let found = try Signed.examine([
            "https://bucket.oss-cn-x.aliyuncs.com/k?OSSAccessKeyId=i&Expires=\(end)&Signature=\(signature)"
        ])
        #expect(found.isGood == (sentence == nil))
        if let sentence { #expect(found.page.contains("the URL is cut or changed: \(sentence)")) }
    }

    @Test func `compares with nothing but an answer of OSS`() {
        let error = #expect(throws: UsageError.self) {
            _ = try Signed.examine([Signed.url], answer: "<html><title>502 Bad Gateway</title></html>")
        }
        #expect(error?.description.hasPrefix("this is not an error document of OSS") == true)
    }

    @Test func `says which method OSS does not know`() {
        let error = #expect(throws: UsageError.self) {
            _ = try Signed.examine(
                ["--request", "f"],
                head: "FROB /k HTTP/1.1\nHost: b.oss-cn-x.aliyuncs.com\nDate: d\nAuthorization: OSS a:b\n")
        }
        #expect(error?.description == "'FROB' is not a method of OSS")
    }

    @Test func `misses the date of a request of V1`() throws {
        let head =
            "GET /k HTTP/1.1\r\nHost: b.oss-cn-x.aliyuncs.com\r\nAuthorization: OSS key:signature\r\n\r\n"
        let error = #expect(throws: UsageError.self) {
            _ = try Signed.examine(["--request", "f"], head: head)
        }
        #expect(
            error?.description
                == "the request has neither Date nor x-oss-date, of which V1 signs one; add the line")
    }

    /// Requests that the official SDKs signed, of which only the URLs are known.
    @Test(arguments: ["oracle_presign_v4", "oracle_presign_v1"])
    func `computes what the official SDKs signed`(file: String) throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Fixtures/vectors/\(file).json")
        let document = try JSONSerialization.jsonObject(with: try Data(contentsOf: url)) as? [String: Any]
        var seen = 0
        for vector in document?["vectors"] as? [[String: Any]] ?? [] {
            guard let input = vector["input"] as? [String: Any],
                let output = vector["expected"] as? [String: Any],
                let url = output["url"] as? String, let text = output["string_to_sign"] as? String
            else { continue }
            let headers = (input["headers"] as? [String: String] ?? [:]).flatMap {
                ["--header", "\($0): \($1)"]
            }
            let words = [url, "--reveal", "--method", input["method"] as? String ?? "GET"] + headers
            let bucket = (input["bucket"] as? String).map { ["--bucket", $0] } ?? []
            let isPath = input["addressing"] as? String == "path"
            let page = try Signed.examine(words + (isPath ? [] : bucket), at: Timestamp(secondsSince1970: 0))
                .page
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)\n" }
            #expect(page.contains("\nString to sign\n" + lines.joined()), "\(vector["name"] ?? "")")
            seen += 1
        }
        #expect(seen > 15)
    }
}
