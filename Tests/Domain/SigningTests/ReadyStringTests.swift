import Bytes
import Signing
import TestSupport
import Testing
import Time

struct ReadyStringTests {
    @Test(arguments: [SignatureVersion.v1, .v4])
    func `reads the strings that this daemon composes, for header and URL`(version: SignatureVersion) throws {
        let wanted = Wanted(additional: [], version: version)
        for signed in [try wanted.signed(), try wanted.presigned()] {
            var request = OSSRequest()
            if version == .v1 {
                _ = try request.read(stringToSignV1: signed.stringToSign.utf8Span.span)
            } else {
                _ = try request.read(canonicalRequest: signed.canonicalRequest.utf8Span.span)
            }
            #expect(request.bucket.map { String(copying: request.text[$0]) } == wanted.bucket)
            #expect(request.key.map { String(copying: request.text[$0]) } == wanted.key)
            #expect(request.method == wanted.method)
        }
    }

    /// The string is signed as it came, so nothing may be read more kindly than it stands there.
    @Test(arguments: [
        "PUT\n\n\nSat, 16 Dec 2023 16:20:57 GMT\nX-OSS-META-A:1\n/examplebucket/k",
        "PUT\n\n\nSat, 16 Dec 2023 16:20:57 GMT\nx-oss-meta-B:1\n/examplebucket/k",
        "PUT\n\n\nSat, 16 Dec 2023 16:20:57 GMT\nx-oss-meta-b:1\nx-oss-meta-a:1\n/examplebucket/k",
        "PUT\n\n\nSat, 16 Dec 2023 16:20:57 GMT\nx-meta-a:1\n/examplebucket/k",
        "PUT\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n/examplebucket/k?versionId=1&acl",
        "PUT\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n/examplebucket/k?acl=",
        "PUT\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n/examplebucket/k?acl&",
        "PUT\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n/examplebucket/k?",
        "PUT\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n/examplebucket/k?prefix=a",
        "PUT\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n/examplebucket",
        "PUT\n\n\nSun, 16 Dec 2023 16:20:57 GMT\n/examplebucket/k",
        "PUT\n\n\n\n/examplebucket/k", "put\n\n\n1702743657\n/examplebucket/k",
        "PUT\n\n\n1702743657\nexamplebucket/k",
        "PUT\n\n\n1702743657\n/examplebucket/k\n", "PUT\n\n\n1702743657\n/examplebucket//k", "PUT\n\n\n", "",
    ])
    func `rejects a V1 string that differs from its recomposition`(string: String) {
        var request = OSSRequest()
        #expect(throws: SigningError.self) { _ = try request.read(stringToSignV1: string.utf8Span.span) }
    }

    private let key = SigningCredential(
        keyID: "STS.One".utf8Span.span, secret: "s".utf8Span.span, securityToken: "T+1".utf8Span.span)

    @Test(arguments: [
        ("x-oss-security-token:T+1\n/examplebucket/k", true), ("/examplebucket/k", true),
        ("x-oss-security-token:T+2\n/examplebucket/k", false), ("/examplebucket/k?security-token=T+1", true),
        ("/examplebucket/k?security-token=T%2B1", false), ("/examplebucket/k?security-token", false),
    ])
    func `tells a V1 string for another token`(end: String, isMade: Bool) throws {
        var request = OSSRequest()
        let string = "GET\n\n\n\(end.contains("?") ? "1702743657" : "Sat, 16 Dec 2023 16:20:57 GMT")\n\(end)"
        _ = try request.read(stringToSignV1: string.utf8Span.span)
        let isGood = request.isMade(for: key)
        #expect(isGood == isMade)
    }

    @Test(arguments: [
        ("STS.One", "T%2B1", true), ("STS.On", "T%2B1", false), ("STS.One2", "T%2B1", false),
        ("STS.One", "T1", false),
    ])
    func `tells a V4 URL for another key or token`(keyID: String, token: String, isMade: Bool) throws {
        let request = try Self.presigned("\(keyID)%2F20231216%2Fcn-hangzhou%2Foss%2Faliyun_v4_request", token)
        let isGood = request.isMade(for: key)
        let isOfNow = request.namesItsScope(at: Timestamp(secondsSince1970: 1_702_743_657))
        #expect(isGood == isMade && isOfNow)
    }

    @Test(arguments: [
        "STS.One%2F20231217%2Fcn-hangzhou%2Foss%2Faliyun_v4_request",
        "STS.One%2F20231216%2Fcn-beijing%2Foss%2Faliyun_v4_request",
        "STS.One%2F20231216%2Fcn-hangzhou%2Foss-cloudbox%2Faliyun_v4_request",
        "STS.One%2F20231216%2Fcn-hangzhou%2Foss%2Faliyun_v4", "STS.One",
    ])
    func `tells a V4 URL of another day, region or product`(credential: String) throws {
        let request = try Self.presigned(credential, "T%2B1")
        let isOfNow = request.namesItsScope(at: Timestamp(secondsSince1970: 1_702_743_657))
        #expect(!isOfNow)
    }

    private static func presigned(_ credential: String, _ token: String) throws -> OSSRequest {
        var request = OSSRequest()
        let region = request.appending { text in text.append("cn-hangzhou") }
        try request.setRegion(region)
        let query =
            "x-oss-credential=\(credential)&x-oss-date=20231216T162057Z&x-oss-expires=1"
            + "&x-oss-security-token=\(token)&x-oss-signature-version=OSS4-HMAC-SHA256"
        let canonical = "GET\n/examplebucket/k\n\(query)\n\n\nUNSIGNED-PAYLOAD"
        _ = try request.read(canonicalRequest: canonical.utf8Span.span)
        return request
    }

    private static let whole = "x-oss-credential=a%2F20231216%2Fcn-hangzhou%2Foss%2Faliyun_v4_request"
    private static let version = "x-oss-signature-version=OSS4-HMAC-SHA256"

    @Test func `a URL that says all once is read`() throws {
        var request = OSSRequest()
        let query = "\(Self.whole)&x-oss-date=20231216T162057Z&x-oss-expires=60&\(Self.version)"
        let canonical = "GET\n/examplebucket/k\n\(query)\n\n\nUNSIGNED-PAYLOAD"
        let read = try request.read(canonicalRequest: canonical.utf8Span.span)
        #expect(read == .url(end: Timestamp(secondsSince1970: 1_702_743_657 + 60)))
    }

    /// A string that is judged as one form of a request must not be valid as the other, or at another time.
    @Test(arguments: [
        "x-oss-date=20231216T162057Z&x-oss-expires=1\nx-oss-date:20231216T162057Z\n",
        "x-oss-expires=604800\nx-oss-date:20231216T162057Z\n",
        "x-oss-signature-version=OSS4-HMAC-SHA256\nx-oss-date:20231216T162057Z\n",
        "x-oss-date=20231216T162057Z&x-oss-expires=1&x-oss-expires=604800\n",
        "x-oss-date=20231216T162057Z&x-oss-date=20251216T162057Z&x-oss-expires=1\n",
        // All that a URL needs, and one thing twice.
        "\(whole)&x-oss-date=20231216T162057Z&x-oss-expires=1&x-oss-expires=604800&\(version)\n",
        "\(whole)&x-oss-date=20231216T162057Z&x-oss-date=20251216T162057Z&x-oss-expires=1&\(version)\n",
        "\(whole)&\(whole)&x-oss-date=20231216T162057Z&x-oss-expires=1&\(version)\n",
    ])
    func `refuses a canonical request that could be used in two ways`(queryAndHeaders: String) {
        var request = OSSRequest()
        let canonical = "GET\n/examplebucket/k\n\(queryAndHeaders)\n\nUNSIGNED-PAYLOAD"
        #expect(throws: SigningError.canonicalRequest) {
            _ = try request.read(canonicalRequest: canonical.utf8Span.span)
        }
    }

    @Test(arguments: [
        ("Sat, 16 Dec 2023 16:20:57 GMT", "Sat, 16 Dec 2023 16:20:57 GMT", true),
        ("Sat, 16 Dec 2023 16:20:57 GMT", "Tue, 16 Dec 2025 16:20:57 GMT", false),
        ("1702743657", "Tue, 16 Dec 2025 16:20:57 GMT", false),
    ])
    func `x-oss-date of a V1 string must equal its date line`(line: String, header: String, isGood: Bool) {
        var request = OSSRequest()
        let string = "GET\n\n\n\(line)\nx-oss-date:\(header)\n/examplebucket/k"
        #expect(((try? request.read(stringToSignV1: string.utf8Span.span)) != nil) == isGood)
    }

    @Test func `damage is refused or read as it stands`() throws {
        var random = SeededRandom(seed: 6)
        let wanted = Wanted(headers: [("content-type", "text/plain"), ("x-oss-meta-a", "1")], additional: [])
        let marks = Array("\n:/?&=;%aA1-, \r\0".utf8) + [0xC3]
        for version in [SignatureVersion.v1, .v4] {
            let signed = try Wanted(headers: wanted.headers, additional: [], version: version).presigned()
            let original = Array((version == .v1 ? signed.stringToSign : signed.canonicalRequest).utf8)
            for _ in 0..<3_000 {
                var bytes = original
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] =
                        marks.randomElement(using: &random) ?? 0
                }
                var request = OSSRequest()
                if version == .v1 {
                    _ = try? request.read(stringToSignV1: bytes.span)
                } else {
                    _ = try? request.read(canonicalRequest: bytes.span)
                }
            }
        }
    }
}
