import Bytes
import Signing
import TestSupport
import Testing
import Time

/// The policy of a form that the caller did not write, as the PostObject documents have it.
struct WrittenPolicyTests {
    private func policy(_ wanted: Wanted, conditions: String = "") throws -> String {
        var request = OSSRequest()
        var signer = Signer()
        try wanted.fill(&request)
        let credential = wanted.credential
        signer.beginPolicy(for: request, version: wanted.version, with: credential, at: wanted.time)
        var policy = ByteBuffer()
        policy.append(
            policyFor: request, version: wanted.version, until: wanted.time + 60,
            conditions: conditions.utf8Span.span, signer: signer, credential: credential)
        return policy.string
    }

    private let end = #"{"expiration":"2023-12-16T16:21:57.000Z","conditions":[{"bucket":"examplebucket"}"#

    @Test func `V1 fixes the bucket and the token`() throws {
        let token = #"{"x-oss-security-token":"CAIS+/tok=="}"#
        #expect(try policy(Wanted(additional: [], version: .v1)) == "\(end),\(token)]}")
        #expect(try policy(Wanted(additional: [], version: .v1, token: "")) == "\(end)]}")
    }

    @Test func `a V4 policy contains the fields of its signature, and the caller adds the rest`() throws {
        let own =
            #"{"x-oss-signature-version":"OSS4-HMAC-SHA256"},{"x-oss-credential":"LTAI5tPublicVector01/20231216"#
            + #"/cn-hangzhou/oss/aliyun_v4_request"},{"x-oss-date":"20231216T162057Z"}"#
        #expect(
            try policy(Wanted(token: ""), conditions: #"["eq","$key","a"]"#)
                == #"\#(end),\#(own),["eq","$key","a"]]}"#)
    }
}
