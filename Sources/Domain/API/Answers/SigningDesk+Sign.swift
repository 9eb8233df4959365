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
        appendBeginning(with: credential, of: profile, to: &out)
        out.append(#","url":""#)
        out.append(signer.url)
        out.append(#"","headers":{"#)
        appendHeadersToAdd(with: credential, to: &out)
        out.append(#"},"signature":""#)
        out.append(signer.signature)
        out.append(#"","accessKeyId":"#)
        out.value(credential.signing.keyID)
        appendEnd(of: credential, to: &out)
    }

    /// What the caller adds to the headers of its own.
    private mutating func appendHeadersToAdd(with credential: Credential, to out: inout ByteBuffer) {
        switch call.version {
        case .v1:
            out.append(#""date":"#)
            out.value(signer.dateLine)
        case .v4:
            out.append(#""x-oss-date":""#)
            out.append(signer.moment.date)
            out.append(#"","x-oss-content-sha256":"#)
            if let hash = call.request.valueOfHeader(.payloadHash) {
                out.value(call.request.text[hash])
            }
        }
        if credential.signing.hasToken {
            out.append(#","x-oss-security-token":"#)
            out.value(credential.signing.securityToken)
        }
        out.append(#","authorization":"#)
        out.value(signer.authorization)
    }
}
