internal import Bytes
internal import Signing

/// The self-signed mode of the seed: signs for clients that never have a key.
final class DemoSigner {
    private let credential: SigningCredential
    private var signer = Signer()
    private var request = OSSRequest()

    init(_ key: consuming DemoKey) {
        credential = SigningCredential(keyID: key.id.span, secret: key.secret.span, securityToken: Span())
        key.secret.wipe()
    }

    /// Appends `OSS <id>:<signature>` under a V1 string that is a request to OSS; anything else is not signed.
    func append(
        authorizationFor stringToSign: Span<UInt8>, to output: inout ByteBuffer
    ) throws(SigningError) {
        request.reset()
        _ = try request.read(stringToSignV1: stringToSign)
        let string = request.appending { text in text.append(stringToSign) }
        signer.sign(stringToSignV1: string, of: request, with: credential)
        output.append(signer.authorization)
    }
}
