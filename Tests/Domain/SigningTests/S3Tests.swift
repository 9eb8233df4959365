import Bytes
import Signing
import TestSupport
import Testing

/// What S3 asks of a request, and V4 does not.
struct S3Tests {
    @Test(arguments: [
        ("https://oss-cn-hangzhou.aliyuncs.com", "https://examplebucket.s3.oss-cn-hangzhou.aliyuncs.com"),
        (
            "oss-cn-hangzhou-internal.aliyuncs.com",
            "https://examplebucket.s3.oss-cn-hangzhou-internal.aliyuncs.com"
        ),
        (
            "http://oss-accelerate.aliyuncs.com:8080",
            "http://examplebucket.s3.oss-accelerate.aliyuncs.com:8080"
        ),
        ("s3.oss-cn-beijing.aliyuncs.com", "https://examplebucket.s3.oss-cn-beijing.aliyuncs.com"),
        ("oss.example.com", "https://examplebucket.oss.example.com"),
        ("oss-cn-hangzhou.example.com", "https://examplebucket.oss-cn-hangzhou.example.com"),
        ("http://10.0.0.1:9000", "http://10.0.0.1:9000/examplebucket"),
    ])
    func `a request of S3 goes to the endpoint beside that of OSS`(endpoint: String, url: String) throws {
        let signed = try Wanted(endpoint: endpoint, key: "k", parameters: [], version: .s3).signed()
        #expect(signed.url == "\(url)/k")
    }

    @Test(arguments: [
        ("HOST", "a.example.com", SigningError.hostInS3), ("x-amz-date", "20231216T162057Z", .headerReserved),
        ("X-Amz-Security-Token", "t", .headerReserved), ("x-amz-meta-a", "a  b", .headerBlanksInS3),
        ("content-type", "a;   b", .headerBlanksInS3), ("x-amz-content-sha256", "abc", .payloadHashInS3),
        ("x-amz-content-sha256", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD", .payloadHashInS3),
        ("x-amz-content-sha256", String(repeating: "A", count: 64), .payloadHashInS3),
        ("x-amz-content-sha256", String(repeating: "a", count: 63), .payloadHashInS3),
    ])
    func `signs no header that it sets itself, or that is signed in another form`(
        name: String, value: String, error: SigningError
    ) {
        let wanted = Wanted(headers: [(name, value)], additional: [], version: .s3)
        #expect(wanted.refusal == error)
    }

    @Test(arguments: ["UNSIGNED-PAYLOAD", String(repeating: "0a", count: 32)])
    func `signs the hash that the caller knows`(hash: String) throws {
        let wanted = Wanted(headers: [("X-Amz-Content-Sha256", hash)], additional: [], version: .s3)
        #expect(try wanted.signed().canonicalRequest.hasSuffix("\n\(hash)"))
        #expect(try wanted.presigned().canonicalRequest.hasSuffix("\n\(hash)"))
    }

    @Test func `host among the additional headers changes nothing`() throws {
        let without = Wanted(additional: [], version: .s3)
        let with = Wanted(additional: ["host"], version: .s3)
        #expect(try with.signed() == without.signed() && with.presigned() == without.presigned())
    }

    @Test func `signs for no cloud box, and for no unknown region`() {
        #expect(Wanted(cloudBox: "cb-x", version: .s3).refusal == .cloudBoxInS3)
        #expect(Wanted(endpoint: "oss.example.com", region: nil, version: .s3).refusal == .regionMissing)
    }

    /// A server that knows no S3 would sign for V4, and nothing here could tell.
    @Test func `a remote signer is not asked`() throws {
        let signatures = RemoteSignatures()
        let credential = SigningCredential(
            keyID: ByteBuffer(copying: "LTAI".utf8Span.span), signaturesFrom: signatures)
        let wanted = Wanted(version: .s3)
        var request = OSSRequest()
        var signer = Signer()
        try wanted.fill(&request)
        #expect(throws: SigningError.remoteInS3) {
            try signer.signHeader(&request, version: .s3, with: credential, at: wanted.time)
        }
        #expect(throws: SigningError.remoteInS3) {
            try signer.preparePresigned(
                &request, version: .s3, with: credential, at: wanted.time, expires: 900)
        }
        #expect(signatures.strings.isEmpty)
    }

    /// Both have a scope of the same day and region, and keys of their own.
    @Test func `signatures of both families in turn never mix`() throws {
        let credential = Wanted().credential
        var signer = Signer()
        for version in [SignatureVersion.v4, .s3, .s3, .v4, .v1, .s3, .v4] {
            let wanted = Wanted(version: version)
            var request = OSSRequest()
            try wanted.fill(&request)
            try signer.preparePresigned(
                &request, version: version, with: credential, at: wanted.time, expires: 900)
            signer.signPresigned(request, version: version, with: credential, at: wanted.time)
            #expect(try Signed(signer).url == wanted.presigned().url)
            request.reset()
            try wanted.fill(&request)
            try signer.signHeader(&request, version: version, with: credential, at: wanted.time)
            #expect(try Signed(signer).authorization == wanted.signed().authorization)
        }
    }
}
