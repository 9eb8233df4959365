import CommandLine
import Foundation
import Testing

@testable import Control

/// The texts that a signature covers, beside those of OSS.
struct ExaminationTests {
    @Test(arguments: [
        ("GET\n", "HEAD\n", "the method differs"), ("/a%20b", "/c", "the path differs"),
        ("/a%20b", "/a%2520b", "the path differs: it was encoded twice"),
        ("/a%20b", "/a%2Bb", "the path differs: a + became a blank, or a blank a +"),
        ("=image%2Finfo", "=image/info", "the parameter 'x-oss-process' differs: it was decoded on the way"),
        ("image%2Finfo", "image%2Finfo&y", "the parameter 'y' was not signed, but OSS got it"),
        ("=image%2Finfo", "=z", "the parameter 'x-oss-process' differs"),
        ("&x-oss-expires=600", "", "the parameter 'x-oss-expires' was signed, but OSS did not get it"),
        ("\n\n\nU", "\nx-oss-a:b\n\n\nU", "the header 'x-oss-a' was not signed, but OSS got it"),
        ("\n\n\nU", "\n\nhost\nU", "the list of signed headers differs"),
        ("UNSIGNED-PAYLOAD", "ab", "the hash of the payload differs"),
    ])
    func `names the first part that differs`(old: String, new: String, sentence: String) throws {
        let there = Signed.canonical.replacing(old, with: new)
        let found = try Signed.examine([Signed.url], answer: Signed.answer(there))
        #expect(!found.isGood && found.difference == sentence, "\(found.page)")
        #expect(found.json.contains(#""difference":"\#(sentence)""#))
    }

    @Test func `shows both texts line by line`() throws {
        let there = Signed.canonical.replacing("/a%20b", with: "/x")
        let page = try Signed.examine([Signed.url], answer: Signed.answer(there)).page
        #expect(page.contains("\n    GET\n  < /bucket/a%20b\n  > /bucket/x\n    x-oss-credential="))
        #expect(page.contains("aliyun_v4_request\n  < \(Signed.hash)\n  > 00\n"))
    }

    @Test func `names the string to sign where the canonical requests agree`() throws {
        let answer = Signed.answer(Signed.canonical)
        #expect(
            try Signed.examine([Signed.url], answer: answer).difference == "the canonical request differs")
        let scope = answer.replacing("cn-hangzhou/oss", with: "cn-beijing/oss")
        #expect(
            try Signed.examine([Signed.url], answer: scope).difference
                == "the scope with day and region differs")
    }

    /// V1 has one text, whose last line has the parameters behind the path.
    @Test(arguments: [
        ("GET\n\ntext/plain\n1\n/bucket/k?acl&amp;versionId=2", "the Content-Type differs"),
        ("GET\n\n\n2\n/bucket/k?acl&amp;versionId=2", "the date differs"),
        (
            "GET\n\n\n1\nx-oss-a:b\n/bucket/k?acl&amp;versionId=2",
            "the header 'x-oss-a' was not signed, but OSS got it"
        ),
        ("GET\n\n\n1\n/other/k?acl&amp;versionId=2", "the path differs"),
        ("GET\n\n\n1\n/bucket/k?versionId=2", "the parameter 'acl' was signed, but OSS did not get it"),
        ("GET\n\n\n1\n/bucket/k?acl&amp;versionId=3", "the parameter 'versionId' differs"),
    ])
    func `names the first part that differs in V1`(there: String, sentence: String) throws {
        let url =
            "https://bucket.oss-cn-x.aliyuncs.com/k?Expires=1&OSSAccessKeyId=i&Signature=AAAA&versionId=2&acl"
        let answer = "<Error><Code>SignatureDoesNotMatch</Code><StringToSign>\(there)</StringToSign></Error>"
        #expect(try Signed.examine([url], answer: answer).difference == sentence)
    }

    @Test func `says where the causes are, if the texts agree or are missing`() throws {
        let same = Signed.answer(Signed.canonical).replacing("request\n00", with: "request\n\(Signed.hash)")
        #expect(
            try Signed.examine([Signed.url], answer: same).difference.hasPrefix("none; 'OSS answers with"))
        let code = "<Error><Code>RequestTimeTooSkewed</Code></Error>"
        let found = try Signed.examine([Signed.url], answer: code)
        #expect(!found.isGood && found.difference.hasPrefix("unknown, since OSS does not say"))
    }

    @Test(arguments: ["<OSSAccessKeyId>Other</OSSAccessKeyId>", "<SignatureProvided>11</SignatureProvided>"])
    func `an answer to another request is noticed`(element: String) throws {
        let answer = Signed.answer(Signed.canonical).replacing("<Code>", with: "\(element)<Code>")
        #expect(
            try Signed.examine([Signed.url], answer: answer).difference.contains(
                "the answer to another request"))
    }

    @Test func `the comparison works without an answer of OSS`() throws {
        let found = try Signed.examine([Signed.url])
        #expect(found.isGood && found.page.contains("\n    GET\n    /bucket/a%20b\n"))
    }

    /// The last line of V1 has the token in it.
    @Test(arguments: [
        (
            Signed.url.replacing("&x-oss-process", with: "&x-oss-security-token=CAIStoken&x-oss-process"),
            "x-oss-security-token"
        ),
        (
            "https://bucket.oss-cn-x.aliyuncs.com/k?OSSAccessKeyId=i&Expires=1&Signature=A&security-token=CAIStoken",
            "security-token"
        ),
    ])
    func `keeps tokens out of what goes into a ticket`(url: String, name: String) throws {
        let there = "GET\n\n\n1\n/b/k?security-token=CAIStokens"
        let answer = "<Error><Code>SignatureDoesNotMatch</Code><StringToSign>\(there)</StringToSign></Error>"
        let found = try Signed.examine([url], answer: answer)
        #expect(found.page.contains("\(name)=CAIS… (9 characters)"))
        for text in [found.page, found.json] { #expect(!text.contains("CAIStoken")) }
        let whole = try Signed.examine([url, "--reveal"], answer: answer)
        #expect(whole.page.contains("CAIStoken") && whole.json.contains("CAIStoken"))
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
    func `an error says what cannot be examined`(words: [String], sentence: String) {
        let error = #expect(throws: UsageError.self) { _ = try Signed.examine(words) }
        #expect(error?.description == sentence)
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

    @Test func `a missing date in a request of V1 is reported`() throws {
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
            .appending(path: "../../Support/Fixtures/vectors/\(file).json")
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
            let page = try Signed.examine(words + (isPath ? [] : bucket)).page
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)\n" }
            #expect(page.contains("\nString to sign\n" + lines.joined()), "\(vector["name"] ?? "")")
            seen += 1
        }
        #expect(seen > 15)
    }
}
