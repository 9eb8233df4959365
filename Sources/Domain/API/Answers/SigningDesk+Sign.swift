internal import Bytes
internal import JSON
internal import Signing
internal import Time
internal import Tokens

extension SigningDesk {
    mutating func answerSign(
        with credential: Credential, of profile: ProfileDefaults, at time: Timestamp, to out: inout ByteBuffer
    ) throws(SigningError) {
        try signer.signHeader(&call.request, version: call.version, with: credential.signing, at: time)
        out.append(beginningOf: call, with: credential, of: profile)
        out.member("url", plain: signer.url)
        out.name("headers")
        appendHeadersToAdd(with: credential, to: &out)
        out.member("signature", plain: signer.signature)
        out.member("accessKeyId", credential.signing.keyID)
        out.append(endOf: credential)
        appendExplanation(to: &out)
        out.endObject()
    }

    /// What the caller adds to the headers of its own.
    private func appendHeadersToAdd(with credential: Credential, to out: inout ByteBuffer) {
        out.beginObject()
        switch call.version {
        case .v1:
            out.member("date", signer.date)
        case .v4:
            out.member("x-oss-date", plain: signer.date)
            out.name("x-oss-content-sha256")
            if let hash = call.request.valueOfHeader("x-oss-content-sha256") {
                out.value(call.request.text[hash])
            }
        }
        if credential.signing.hasToken {
            out.member("x-oss-security-token", credential.signing.securityToken)
        }
        out.member("authorization", signer.authorization)
        out.endObject()
    }

    /// The texts behind the signature, for comparing them with those in an error of OSS.
    func appendExplanation(to out: inout ByteBuffer) {
        guard call.explain else { return }
        if call.version == .v4, !signer.canonicalRequest.isEmpty {
            out.member("canonicalRequest", signer.canonicalRequest)
        }
        out.member("stringToSign", signer.stringToSign)
    }
}
