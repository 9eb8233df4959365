import CommandLine
import Commands
import Foundation
import Testing
import Time

/// Why a signature does not match.
struct VerifyTests {
    @Test func `shows both texts line by line`() throws {
        let there = Signed.canonical.replacing("/a%20b", with: "/x")
        let page = try Signed.examine([Signed.url], answer: Signed.answer(there)).page
        #expect(page.contains("    GET\n 1< /bucket/a%20b\n 1> /bucket/x\n    x-oss-credential="))
    }

    @Test(arguments: [
        ("RequestTimeTooSkewed", "the clock: "), ("SecurityTokenExpired", "the token: it has ended"),
        ("InvalidAccessKeyId", "the key: "), ("AccessDenied", "no difference of signatures: "),
    ])
    func `looks no further where the code says it all`(code: String, sentence: String) throws {
        let found = try Signed.examine([Signed.url], answer: "<Error><Code>\(code)</Code></Error>")
        #expect(!found.isGood && found.page.contains("\nverdict \(sentence)"))
    }

    @Test func `says when a URL has ended`() throws {
        let found = try Signed.examine([Signed.url], at: Signed.now + 600)
        #expect(!found.isGood && found.page.hasSuffix("the time: the URL ended at 2023-12-16T16:30:57Z\n"))
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
        (["ftp://x"], "'ftp://x' is no URL; write it as https://HOST/KEY?QUERY"),
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
            "'abc' is no x-oss-expires, which goes from 1 to 604800"
        ),
        ("x-oss-expires=600", "x-oss-expires=604801", "'604801' is no x-oss-expires"),
        ("x-oss-expires=600&", "", "'' is no x-oss-expires"),
        ("20231216T162057Z", "20231216", "'20231216' is no x-oss-date"),
    ])
    func `notices that a URL is cut or changed`(old: String, new: String, sentence: String) throws {
        let found = try Signed.examine([Signed.url.replacing(old, with: new)])
        let words = found.page.split { $0.isWhitespace }.joined(separator: " ")
        #expect(!found.isGood && words.contains(" verdict the URL is cut or changed: \(sentence)"))
    }

    @Test(arguments: [
        ("AAAAAAAAAAAAAAAAAAAAAAAAAAA%3D", "2000000000", Optional<String>.none),
        ("AAAAAAAAAAAAAAAAAAAAAAAAAA", "2000000000", "a signature of V1 is 20 bytes in base64"),
        ("AAAAAAAAAAAAAAAAAAAAAAAAAAA%3D", "20000x", "'20000x' is no Expires"),
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
        #expect(error?.description.hasPrefix("this is no error document of OSS") == true)
    }

    @Test func `says which method OSS does not know`() {
        let error = #expect(throws: UsageError.self) {
            _ = try Signed.examine(
                ["--request", "f"],
                head: "FROB /k HTTP/1.1\nHost: b.oss-cn-x.aliyuncs.com\nDate: d\nAuthorization: OSS a:b\n")
        }
        #expect(error?.description == "'FROB' is no method of OSS")
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

    /// What the official SDKs signed, of which their URLs are all that we get.
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
            let words = [url, "--method", input["method"] as? String ?? "GET"] + headers
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
