import Bytes
import Signing
import Testing
import Tokens

struct SignatureReplyTests {
    private static let v1 = "KoIGTlHldZnk4/0Ot5gKRgLKT6o="
    private static let v4 = "127d27f59c1352a659f869142153e3075dad86f3e09d7651e7589e7fa909f207"

    private func read(_ body: String, _ version: SignatureVersion) throws(CredentialError) -> String {
        try SignatureReply.signature(
            in: body.utf8Span.span, as: .signer, version: version, keyID: "LTAI".utf8Span.span)
    }

    @Test(arguments: [
        v1, "\(v1)\r\n", " OSS LTAI:\(v1)\n", #"{"signature":"\#(v1)"}"#, #"{"Signature":"OSS LTAI:\#(v1)"}"#,
        #"{"StatusCode":200,"signature":"\#(v1)","other":[1]}"#,
        #"{"accessKeyId":"LTAI","signature":"\#(v1)"}"#,
    ])
    func `a signature of V1 is understood`(body: String) throws {
        #expect(try read(body, .v1) == Self.v1)
    }

    @Test(arguments: [v4, "\(v4)\n", #"{"signature":"\#(v4)","StatusCode":"200"}"#])
    func `a signature of V4 is understood`(body: String) throws {
        #expect(try read(body, .v4) == Self.v4)
    }

    @Test(
        arguments: [
            ("", .v1, .signature), (v4, .v1, .signature), (v1, .v4, .signatureOfV1),
            (v1, .s3, .signatureOfV1),
            ("OSS LTAI:\(v1)", .v4, .signatureOfV1), ("OSS LTAI:\(v4)", .v4, .signatureOfV1),
            ("\(v4)0", .v4, .signature), ("\(v4.dropLast())", .v4, .signature), ("OSS LTAI", .v1, .signature),
            ("OSS LTAJ:\(v1)", .v1, .otherKey), ("OSS LTAI:\(v1)\n\(v1)", .v1, .signature),
            ("OSS LTAI:\(v1)=", .v1, .signature), ("\(v1.dropLast())A", .v1, .signature),
            // The last character has two bits that mean nothing: there is one way to write them.
            ("KoIGTlHldZnk4/0Ot5gKRgLKT6p=", .v1, .signature),
            (String(v4.uppercased()), .v4, .signature), ("\(v4.dropLast())g", .v4, .signature),
            (#"{"accessKeyId":"other","signature":"\#(v4)"}"#, .v4, .otherKey),
            (
                #"{"signature":"\#(v4)","StatusCode":403,"ErrorCode":"No"}"#, .v4,
                .refused(code: "No", message: "")
            ),
            (#"{"ErrorCode":"No","ErrorMessage":"a\nb"}"#, .v4, .refused(code: "No", message: "a b")),
            (#"{"signature":"\#(v4)","signature":"\#(v4)"}"#, .v4, .twice("Signature")),
            (#"{"signature":[]}"#, .v4, .member("Signature", .notText)),
        ] as [(String, SignatureVersion, CredentialError)])
    func `a signature of another version or key is rejected`(
        body: String, version: SignatureVersion, error: CredentialError
    ) {
        #expect(throws: error) { try read(body, version) }
    }

    @Test(arguments: ["{}", #"{"signature":null}"#])
    func `an answer without a signature is rejected`(body: String) {
        let outline = AnswerOutline(of: body.utf8Span.span, seeking: [])
        #expect(throws: CredentialError.missing("Signature", in: outline)) { try read(body, .v4) }
    }
}
