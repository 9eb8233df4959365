import CommandLine
import Commands
import Foundation
import Testing
import Time

/// Why a signature does not match.
struct VerifyTests {
    // 2023-12-16T16:20:57Z
    private static let now = Timestamp(secondsSince1970: 1_702_743_657)
    private static let url =
        "https://bucket.oss-cn-hangzhou.aliyuncs.com/a%20b?x-oss-credential=LTAI%2F20231216%2Fcn-hangzhou%2Foss%2F"
        + "aliyun_v4_request&x-oss-date=20231216T162057Z&x-oss-expires=600&x-oss-process=image%2Finfo"
        + "&x-oss-signature=00&x-oss-signature-version=OSS4-HMAC-SHA256"
    private static let canonical =
        "GET\n/bucket/a%20b\nx-oss-credential=LTAI%2F20231216%2Fcn-hangzhou%2Foss%2Faliyun_v4_request"
        + "&x-oss-date=20231216T162057Z&x-oss-expires=600&x-oss-process=image%2Finfo"
        + "&x-oss-signature-version=OSS4-HMAC-SHA256\n\n\nUNSIGNED-PAYLOAD"

    private func examine(_ words: [String], head: String = "", answer: String? = nil, at now: Timestamp = now)
        throws -> Examination
    {
        guard case .verify(let wish) = try action(["verify"] + words) else { throw NoCall() }
        return try Examination(wish, head: head, answer: answer, at: now, Ink(isColoured: false))
    }

    private static func answer(_ canonical: String) -> String {
        let text = canonical.replacing("&", with: "&amp;")
        return "<Error><Code>SignatureDoesNotMatch</Code><StringToSign>x</StringToSign>"
            + "<CanonicalRequest>\(text)</CanonicalRequest></Error>"
    }

    @Test(
        arguments: [
            ("GET\n", "HEAD\n", "the method: signed was 'GET', the server got 'HEAD'"),
            ("/a%20b", "/a%2520b", "the path: signed was '/bucket/a%20b', the server got '/bucket/a%2520b'"),
            ("image%2Finfo", "image%2Finfo&y", "the parameter 'y' was not signed, but the server got it"),
            (
                "=image%2Finfo", "=z",
                "the parameter 'x-oss-process': signed was 'image%2Finfo', the server got 'z'"
            ),
            (
                "&x-oss-expires=600", "",
                "the parameter 'x-oss-expires' was signed, but the server did not get it"
            ),
            ("\n\n\nU", "\nx-oss-a:b\n\n\nU", "the header 'x-oss-a' was not signed, but the server got it"),
            (
                "\n\n\nU", "\n\nhost\nU",
                "the names of the additional headers: signed was '', the server got 'host'"
            ),
            (
                "UNSIGNED-PAYLOAD", "ab",
                "the hash of the payload: signed was 'UNSIGNED-PAYLOAD', the server got 'ab'"
            ),
        ])
    func `names what the server saw otherwise`(old: String, new: String, sentence: String) throws {
        let there = Self.canonical.replacing(old, with: new)
        let found = try examine([Self.url], answer: Self.answer(there))
        #expect(!found.isGood && found.page.hasSuffix("\nverdict \(sentence)\n"), "\(found.page)")
    }

    @Test func `shows both texts line by line`() throws {
        let there = Self.canonical.replacing("/a%20b", with: "/x")
        let page = try examine([Self.url], answer: Self.answer(there)).page
        #expect(page.contains("    GET\n  < /bucket/a%20b\n  > /bucket/x\n    x-oss-credential="))
    }

    @Test(arguments: [
        ("RequestTimeTooSkewed", "the clock: "), ("SecurityTokenExpired", "the token: it has ended"),
        ("InvalidAccessKeyId", "the key: "), ("AccessDenied", "no difference of signatures: "),
    ])
    func `looks no further where the code says it all`(code: String, sentence: String) throws {
        let found = try examine([Self.url], answer: "<Error><Code>\(code)</Code></Error>")
        #expect(!found.isGood && found.page.contains("\nverdict \(sentence)"))
    }

    @Test func `says when a URL has ended`() throws {
        let found = try examine([Self.url], at: Self.now + 600)
        #expect(!found.isGood && found.page.hasSuffix("the time: the URL ended at 2023-12-16T16:30:57Z\n"))
        #expect(try examine([Self.url], at: Self.now + 599).isGood)
    }

    @Test func `reads the head of a request`() throws {
        let head = """
            PUT /a%20b HTTP/1.1\r
            Host: bucket.oss-cn-hangzhou.aliyuncs.com\r
            Content-Type: text/plain\r
            x-oss-date: 20231216T162057Z\r
            Authorization: OSS4-HMAC-SHA256 Credential=LTAI/20231216/cn-hangzhou/oss/aliyun_v4_request, \
            AdditionalHeaders=host, Signature=00\r
            \r
            body
            """
        let page = try examine(["--request", "f"], head: head).page
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
        ([], "'verify' needs a URL, or --request FILE; '--help' has examples"),
    ])
    func `says what it cannot look into`(words: [String], sentence: String) {
        let error = #expect(throws: UsageError.self) { _ = try examine(words) }
        #expect(error?.description == sentence)
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
            let page = try examine(words + (isPath ? [] : bucket), at: Timestamp(secondsSince1970: 0)).page
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)\n" }
            #expect(page.contains("\nString to sign\n" + lines.joined()), "\(vector["name"] ?? "")")
            seen += 1
        }
        #expect(seen > 15)
    }
}
