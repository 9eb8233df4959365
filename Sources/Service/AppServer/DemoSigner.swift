internal import Bytes
internal import JSON
internal import Signing
internal import Text
internal import Time

/// The self-signed mode of the mobile SDKs: signs for clients that have no key.
final class DemoSigner {
    private let credential: SigningCredential
    private var signer = Signer()
    private var request = OSSRequest()

    init(_ key: borrowing DemoKey) {
        credential = SigningCredential(keyID: key.id.span, secret: key.secret.span, securityToken: Span())
    }

    /// Appends the document with the signature that a daemon asks for.
    ///
    /// A V4 string does not show what it grants, so a server for other users must judge by the document.
    func append(answerTo question: Span<UInt8>, to output: inout ByteBuffer) throws(SigningError) {
        request.reset()
        let question = try SignatureQuestion(question, into: &request)
        if question.version == .v1 {
            try question.checkString(in: request)
            signer.sign(stringToSignV1: question.stringToSign, of: request, with: credential)
        } else {
            guard let day = question.day(in: request) else { throw .stringToSign }
            signer.sign(opaque: question.stringToSign, of: request, with: credential, at: day)
        }
        output.beginObject()
        output.member("accessKeyId", credential.keyID)
        output.member("signature", signer.signature)
        output.endObject()
    }

    /// Appends `OSS <id>:<signature>` for a V1 string that is a request to OSS; other strings are not signed.
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

/// The request of a daemon with `Source=remote-signer`: the members that a signature depends on.
struct SignatureQuestion {
    private(set) var version = SignatureVersion.v4
    /// Places in the text of the request.
    private(set) var stringToSign = 0..<0
    private var date = 0..<0
    private var region = 0..<0
    private var product = 0..<0

    /// Reads the document into `request`, whose region it sets for V4.
    init(_ document: Span<UInt8>, into request: inout OSSRequest) throws(SigningError) {
        do throws(JSONError) {
            var json = JSONReader(document)
            try json.beginObject()
            while let name = try json.nextMember() { try read(name, &json, into: &request) }
            try json.end()
        } catch {
            throw .stringToSign
        }
        guard version == .v4 else { return }
        if request.text[product].equals("oss-cloudbox") {
            try request.setCloudBox(region)
        } else {
            try request.setRegion(region)
        }
    }

    private mutating func read(
        _ name: JSONString, _ json: inout JSONReader, into request: inout OSSRequest
    ) throws(JSONError) {
        let value = try json.string()
        if json.matches(name, "version") {
            version = json.matches(value, "v1") ? .v1 : .v4
        } else if json.matches(name, "stringToSign") {
            stringToSign = json.append(value, to: &request.text)
        } else if json.matches(name, "date") {
            date = json.append(value, to: &request.text)
        } else if json.matches(name, "region") {
            region = json.append(value, to: &request.text)
        } else if json.matches(name, "product") {
            product = json.append(value, to: &request.text)
        }
    }

    /// A V1 string shows everything, so only requests to OSS are signed.
    func checkString(in request: borrowing OSSRequest) throws(SigningError) {
        var seen = OSSRequest()
        _ = try seen.read(stringToSignV1: request.text[stringToSign])
    }

    /// The day in the scope of V4.
    func day(in request: borrowing OSSRequest) -> Timestamp? {
        Timestamp(day: request.text[date])
    }
}
