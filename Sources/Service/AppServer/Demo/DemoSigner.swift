internal import Bytes
internal import JSON
internal import Signing

/// The self-signed mode of the seed: signs for clients that never have a key.
final class DemoSigner {
    private let credential: SigningCredential
    private var signer = Signer()
    private var request = OSSRequest()

    init(_ key: borrowing DemoKey) {
        credential = SigningCredential(keyID: key.id.span, secret: key.secret.span, securityToken: Span())
    }

    /// Appends the document with the signature that a daemon asks for.
    ///
    /// Of V4 nobody can see what it is good for, so whoever runs such a server for others judges by the document.
    func append(answerTo question: Span<UInt8>, to output: inout ByteBuffer) throws(SigningError) {
        request.reset()
        let question = try SignatureQuestion(question, into: &request)
        switch question.version {
        case .v1:
            try question.checkString(in: request)
            signer.sign(stringToSignV1: question.stringToSign, of: request, with: credential)
        case .v4:
            guard let day = question.day(in: request) else { throw .stringToSign }
            signer.sign(opaque: question.stringToSign, of: request, with: credential, at: day)
        }
        output.beginObject()
        output.member("accessKeyId", credential.keyID)
        output.member("signature", signer.signature)
        output.endObject()
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
