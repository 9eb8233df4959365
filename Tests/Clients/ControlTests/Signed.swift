import Bytes
import CommandLine
import TestSupport

@testable import Control

/// A presigned URL, what was signed of it, and how it is examined.
enum Signed {
    static let signature = String(repeating: "0", count: 64)
    static let url =
        "https://bucket.oss-cn-hangzhou.aliyuncs.com/a%20b?x-oss-credential=LTAI%2F20231216%2Fcn-hangzhou%2Foss%2F"
        + "aliyun_v4_request&x-oss-date=20231216T162057Z&x-oss-expires=600&x-oss-process=image%2Finfo"
        + "&x-oss-signature=\(signature)&x-oss-signature-version=OSS4-HMAC-SHA256"
    static let canonical =
        "GET\n/bucket/a%20b\nx-oss-credential=LTAI%2F20231216%2Fcn-hangzhou%2Foss%2Faliyun_v4_request"
        + "&x-oss-date=20231216T162057Z&x-oss-expires=600&x-oss-process=image%2Finfo"
        + "&x-oss-signature-version=OSS4-HMAC-SHA256\n\n\nUNSIGNED-PAYLOAD"

    static func examine(_ words: [String], head: String = "", answer: String? = nil) throws -> Examination {
        try command(["verify"] + words, as: VerifyCommand.self).examination(head: head, answer: answer)
    }

    /// Of the canonical request, by sha256sum.
    static let hash = "7807637872652a326a3a07a303841d732354ee882852850ca8c9ba44fffb7b51"

    static func answer(_ canonical: String) -> String {
        let text = canonical.replacing("&", with: "&amp;")
        let string = "OSS4-HMAC-SHA256\n20231216T162057Z\n20231216/cn-hangzhou/oss/aliyun_v4_request\n00"
        return "<Error><Code>SignatureDoesNotMatch</Code><StringToSign>\(string)</StringToSign>"
            + "<CanonicalRequest>\(text)</CanonicalRequest></Error>"
    }
}

extension Examination {
    var page: String { page(Ink(isColoured: false)) }

    /// The sentence on what differs first.
    var difference: String {
        let words = page.split { $0.isWhitespace }.joined(separator: " ")
        let end = words.firstRange(of: " OSS said")?.lowerBound ?? words.startIndex
        return String(words[..<end].dropFirst("difference ".count))
    }

    /// As a program gets it.
    var json: String {
        var bytes = ByteBuffer()
        write(into: &bytes)
        return bytes.string
    }
}
