import Foundation
import Testing

@testable import Control

/// `verify` of signatures that botocore made.
struct VerifyS3Tests {
    private static let cases = S3Case.all

    @Test(arguments: cases) func `computes the texts that botocore signed`(signed: S3Case) throws {
        let found = try signed.examine()
        let document = try JSONSerialization.jsonObject(with: Data(found.json.utf8)) as? [String: Any]
        for (name, expected) in [
            ("canonicalRequest", signed.canonicalRequest), ("stringToSign", signed.stringToSign),
        ] {
            #expect((document?[name] as? [String: Any])?["signed"] as? String == expected)
        }
        #expect(found.isGood && document?["accessKeyId"] as? String == "LTAI5tPublicVector01")
    }

    private static let url =
        "https://b.s3.oss-cn-hangzhou.aliyuncs.com/a%20b?X-Amz-Algorithm=AWS4-HMAC-SHA256"
        + "&X-Amz-Credential=LTAI%2F20231216%2Fcn-hangzhou%2Fs3%2Faws4_request&X-Amz-Date=20231216T162057Z"
        + "&X-Amz-Expires=600&X-Amz-Security-Token=CAISaSecretToken&X-Amz-SignedHeaders=host%3Bx-amz-acl"
        + "&X-Amz-Signature=\(Signed.signature)"
    private static let sent = ["--header", "X-Amz-Acl: private"]

    /// The canonical request of the URL above, as the documents of S3 write it.
    private static let canonical =
        "GET\n/a%20b\nX-Amz-Algorithm=AWS4-HMAC-SHA256"
        + "&X-Amz-Credential=LTAI%2F20231216%2Fcn-hangzhou%2Fs3%2Faws4_request&X-Amz-Date=20231216T162057Z"
        + "&X-Amz-Expires=600&X-Amz-Security-Token=CAISaSecretToken&X-Amz-SignedHeaders=host%3Bx-amz-acl"
        + "\nhost:b.s3.oss-cn-hangzhou.aliyuncs.com\nx-amz-acl:private\n\nhost;x-amz-acl\nUNSIGNED-PAYLOAD"

    private static func answer(_ canonical: String, scope: String = "20231216/cn-hangzhou/s3/aws4_request")
        -> String
    {
        Signed.answer(canonical).replacing("OSS4-", with: "AWS4-")
            .replacing("20231216/cn-hangzhou/oss/aliyun_v4_request", with: scope)
    }

    @Test(arguments: [
        ("/a%20b", "/c", "the path differs"), (":private", ":default", "the header 'x-amz-acl' differs"),
        ("\nhost;x-amz-acl", "\nhost", "the list of signed headers differs"),
        ("UNSIGNED-PAYLOAD", "ab", "the hash of the payload differs"),
        ("Token=CAISaSecretToken", "Token=CAISb", "the parameter 'X-Amz-Security-Token' differs"),
    ])
    func `names the first part that differs`(old: String, new: String, sentence: String) throws {
        #expect(Self.canonical.contains(old))
        let found = try Signed.examine(
            [Self.url] + Self.sent, answer: Self.answer(Self.canonical.replacing(old, with: new)))
        #expect(!found.isGood && found.difference == sentence)
        #expect(!found.page.contains("SecretToken") && !found.json.contains("SecretToken"))
    }

    /// S3 writes one blank for several (documents of S3, "Create a canonical request").
    @Test func `signs a value with single blanks`() throws {
        let found = try Signed.examine([Self.url, "--header", "X-Amz-Acl: a   b  c"])
        #expect(found.page.contains("\n    x-amz-acl:a b c\n"))
    }

    @Test func `asks for a header that was signed and is not among those of the call`() {
        #expect {
            try Signed.examine([Self.url])
        } throws: { error in
            "\(error)" == "the header 'x-amz-acl' was signed, but not sent; give its value with --header"
        }
    }
}

/// A request that botocore signed: `Tests/Support/Fixtures/vectors/botocore_s3.json`.
struct S3Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let canonicalRequest: String
    let stringToSign: String
    private let method: String
    private let url: String
    private let headers: [String: String]
    private let token: String?
    /// `nil`: the signature is in the URL.
    private let authorization: String?

    static var all: [S3Case] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Support/Fixtures/vectors/botocore_s3.json")
        guard let data = try? Data(contentsOf: file),
            let document = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let vectors = document["vectors"] as? [[String: Any]]
        else { return [] }
        return vectors.compactMap(S3Case.init)
    }

    private init?(_ vector: [String: Any]) {
        guard let name = vector["name"] as? String, let input = vector["input"] as? [String: Any],
            let expected = vector["expected"] as? [String: Any], let method = input["method"] as? String,
            let url = expected["url"] as? String, let request = expected["canonical_request"] as? String,
            let string = expected["string_to_sign"] as? String
        else { return nil }
        testDescription = name
        canonicalRequest = request
        stringToSign = string
        self.method = method
        self.url = url
        headers = input["headers"] as? [String: String] ?? [:]
        token = input["security_token"] as? String
        authorization = expected["authorization"] as? String
    }

    func examine() throws -> Examination {
        let date = String(stringToSign.split(separator: "\n")[1])
        guard let authorization else {
            let sent = headers.flatMap { ["--header", "\($0.key): \($0.value)"] }
            return try Signed.examine([url, "--method", method, "--reveal"] + sent)
        }
        return try Signed.examine(
            ["--request", "head", "--reveal"], head: head(authorization, at: date))
    }

    /// The head as it is sent, with headers that are not signed.
    private func head(_ authorization: String, at date: String) -> String {
        let parts = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        let host = parts[1].split(separator: "?")[0]
        let name = host.hasSuffix(":443") ? host.dropLast(4) : host
        let target = url.dropFirst(parts[0].count + 2 + host.count)
        var sent = headers
        sent["X-Amz-Date"] = date
        if sent["x-amz-content-sha256"] == nil { sent["X-Amz-Content-SHA256"] = "UNSIGNED-PAYLOAD" }
        sent["X-Amz-Security-Token"] = token
        let lines = sent.map { "\($0.key): \($0.value)" }
        return
            (["\(method) \(target) HTTP/1.1", "Host: \(name)", "User-Agent: Boto3/1", "Accept: */*"] + lines
            + ["Authorization: \(authorization)"]).joined(separator: "\r\n") + "\r\n\r\n"
    }
}
