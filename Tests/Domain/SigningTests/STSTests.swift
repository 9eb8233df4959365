import Bytes
import Signing
import TestSupport
import Testing
import Time

struct STSTests {
    private static let vectors = Vector.all(in: "sts_requests")

    @Test(arguments: vectors)
    func `signs an RPC call as the official SDK does`(vector: Vector) throws {
        let parameters = try #require(vector.input["params"] as? [String: String])
        var call = STSCall(secret: vector.text("access_key_secret"), nonce: parameters["SignatureNonce"])
        call.id = try #require(parameters["AccessKeyId"])
        call.token = parameters["SecurityToken"] ?? ""
        var request = try STSRequest.with(parameters)
        request.method = try Method.named(vector.text("method") ?? "")
        var signer = STSSigner()
        call.signRPC(&request, with: &signer)
        #expect(signer.stringToSign.string == vector.answer("string_to_sign"))
        #expect(signer.signature.string == vector.answer("signature"))
    }

    @Test func `sends the signed parameters, and the signature at the end`() throws {
        var request = try STSRequest.with(["RoleArn": "acs:ram::1:role/a b"])
        var signer = STSSigner()
        STSCall().signRPC(&request, with: &signer)
        let query = signer.query.string
        #expect(
            query.hasPrefix(
                "AccessKeyId=id&Action=AssumeRole&Format=JSON&RoleArn=acs%3Aram%3A%3A1%3Arole%2Fa%20b&"))
        let signature = signer.signature.string.replacing("+", with: "%2B").replacing("/", with: "%2F")
        #expect(query.hasSuffix("&Version=2015-04-01&Signature=" + signature.replacing("=", with: "%3D")))
    }

    @Test func `a request can be signed again`() throws {
        var fresh = try STSRequest.with(["RoleArn": "a"])
        var used = try STSRequest.with(["RoleArn": "a"])
        var signer = STSSigner()
        STSCall().signRPC(&fresh, with: &signer)
        let signature = signer.signature.string
        STSCall(nonce: "another").signRPC(&used, with: &signer)
        #expect(signer.signature.string != signature)
        STSCall().signRPC(&used, with: &signer)
        #expect(signer.signature.string == signature)
    }

    @Test(arguments: ["", "a b", "a\nhost:evil", "a\u{7F}", "schlüssel"])
    func `refuses a key id that could forge a header`(id: String) {
        #expect(!isCredential(id: id, secret: "secret", token: ""))
    }

    @Test(arguments: [
        ("secret", "", true), ("secret", "CAIS+/tok==", true), ("", "", false), ("secret", "a\nb", false),
    ])
    func `a token may be missing, a secret may not`(secret: String, token: String, isGood: Bool) {
        #expect(isCredential(id: "id", secret: secret, token: token) == isGood)
    }

    private func isCredential(id: String, secret: String, token: String) -> Bool {
        let credential = STSCredential(
            keyID: id.utf8Span.span, secret: secret.utf8Span.span, securityToken: token.utf8Span.span)
        guard case .some = credential else { return false }
        return true
    }

    @Test func `refuses a value that is not UTF-8`() throws {
        var request = try STSRequest.with([:])
        let bytes: [UInt8] = [0xC3, 0x28]
        #expect(throws: SigningError.parameterNotUTF8) {
            try request.addParameter("RoleSessionName", bytes.span)
        }
    }
}

/// The inputs of an STS signature besides the request.
private struct STSCall {
    var id = "id"
    var secret: String?
    var token = ""
    var nonce: String?

    func signRPC(_ request: inout STSRequest, with signer: inout STSSigner) {
        guard
            let credential = STSCredential(
                keyID: id.utf8Span.span, secret: (secret ?? "secret").utf8Span.span,
                securityToken: token.utf8Span.span)
        else { return }
        signer.signRPC(&request, with: credential, nonce: (nonce ?? "1").utf8Span.span, at: time)
    }

    /// The time of all vectors.
    private var time: Timestamp { Timestamp(secondsSince1970: 1_702_743_657) }
}

extension STSRequest {
    /// Takes what is a parameter of the action; the others are of the signature, which sets them itself.
    fileprivate static func with(_ parameters: [String: String]) throws -> STSRequest {
        var request = STSRequest(action: "AssumeRole")
        let names: [StaticString] = ["RoleArn", "RoleSessionName", "DurationSeconds", "Policy"]
        for name in names {
            guard let value = parameters[name.description] else { continue }
            if let number = Int(value) {
                try request.addParameter(name, number)
            } else {
                try request.addParameter(name, value.utf8Span.span)
            }
        }
        return request
    }
}
