internal import Bytes
internal import JSON
internal import Signing
internal import Time
internal import Tokens

extension SigningDesk {
    mutating func answerString(with credential: Credential, at time: Timestamp, to out: inout ByteBuffer) {
        sign(with: credential.signing, at: time)
        out.beginObject()
        out.name("generation")
        out.value(credential.generation)
        out.member("signature", plain: signer.signature)
        if !call.isOpaque { out.member("authorization", signer.authorization) }
        out.member("accessKeyId", credential.signing.keyID)
        out.name("securityToken")
        if credential.signing.hasToken { out.value(credential.signing.securityToken) } else { out.null() }
        out.endObject()
    }

    private mutating func sign(with credential: SigningCredential, at time: Timestamp) {
        let string = call[.stringToSign] ?? 0..<0
        if call.version == .v1 {
            signer.sign(stringToSignV1: string, of: call.request, with: credential)
        } else if call.isOpaque {
            signer.sign(opaque: string, of: call.request, with: credential, at: time)
        } else {
            signer.sign(canonicalRequestOf: call.request, with: credential, at: time)
        }
    }
}
