import Bytes
import Signing
import TestSupport
import Testing
import Time

struct STSTests {
    private static let vectors = Vector.all(in: "sts_requests")

    @Test(arguments: vectors.filter { $0.text("op") == "sts_rpc" })
    func `signs an RPC call as the official SDK does`(vector: Vector) throws {
        let parameters = try #require(vector.input["params"] as? [String: String])
        var call = STSCall(secret: vector.text("access_key_secret"), nonce: parameters["SignatureNonce"])
        call.id = try #require(parameters["AccessKeyId"])
        call.token = parameters["SecurityToken"] ?? ""
        var request = try STSRequest.to("sts.aliyuncs.com", with: parameters)
        request.method = try Method.named(vector.text("method") ?? "")
        var signer = STSSigner()
        call.signRPC(&request, with: &signer)
        #expect(signer.stringToSign.string == vector.answer("string_to_sign"))
        #expect(signer.signature.string == vector.answer("signature"))
    }

    @Test(arguments: vectors.filter { $0.text("op") == "sts_acs3" })
    func `signs an ACS3 call as the official SDK does`(vector: Vector) throws {
        let headers = try #require(vector.input["headers"] as? [String: String])
        var call = STSCall(secret: vector.text("access_key_secret"), nonce: headers["x-acs-signature-nonce"])
        call.id = try #require(vector.text("access_key_id"))
        call.token = headers["x-acs-security-token"] ?? ""
        var request = try STSRequest.to(
            "https://STS.aliyuncs.com/", with: try #require(vector.input["query"] as? [String: String]))
        var signer = STSSigner()
        call.signACS3(&request, with: &signer)
        #expect(signer.canonicalRequest.string == vector.answer("canonical_request"))
        #expect(signer.stringToSign.string == vector.answer("string_to_sign"))
        #expect(signer.authorization.string == vector.answer("authorization"))
        #expect(signer.sentHeaders == headers)
    }

    @Test func `sends what it signed, and the signature last`() throws {
        var request = try STSRequest.to("sts.aliyuncs.com", with: ["RoleArn": "acs:ram::1:role/a b"])
        var signer = STSSigner()
        STSCall().signRPC(&request, with: &signer)
        let query = signer.query.string
        #expect(
            query.hasPrefix(
                "AccessKeyId=id&Action=AssumeRole&Format=JSON&RoleArn=acs%3Aram%3A%3A1%3Arole%2Fa%20b&"))
        let signature = signer.signature.string.replacing("+", with: "%2B").replacing("/", with: "%2F")
        #expect(query.hasSuffix("&Version=2015-04-01&Signature=" + signature.replacing("=", with: "%3D")))
    }

    @Test func `a request can be signed again, in either form`() throws {
        var fresh = try STSRequest.to("sts.aliyuncs.com", with: ["RoleArn": "a"])
        var used = try STSRequest.to("sts.aliyuncs.com", with: ["RoleArn": "a"])
        var signer = STSSigner()
        STSCall().signRPC(&fresh, with: &signer)
        let signature = signer.signature.string
        STSCall(nonce: "another").signRPC(&used, with: &signer)
        #expect(signer.signature.string != signature)
        STSCall().signACS3(&used, with: &signer)
        #expect(signer.query.string == "RoleArn=a")
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

    @Test(arguments: [
        "", "sts.aliyuncs.com/path", "user@sts.aliyuncs.com", "sts.aliyuncs.com\nx-acs-action:Evil",
    ])
    func `refuses an endpoint that is no host`(endpoint: String) {
        #expect(throws: SigningError.endpoint) {
            _ = try STSRequest(action: "AssumeRole", endpoint: endpoint.utf8Span.span)
        }
    }

    @Test func `refuses a value that is not UTF-8`() throws {
        var request = try STSRequest.to("sts.aliyuncs.com", with: [:])
        let bytes: [UInt8] = [0xC3, 0x28]
        #expect(throws: SigningError.parameterNotUTF8) {
            try request.addParameter("RoleSessionName", bytes.span)
        }
    }
}

/// What a signature of STS takes besides the request.
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

    func signACS3(_ request: inout STSRequest, with signer: inout STSSigner) {
        guard
            let credential = STSCredential(
                keyID: id.utf8Span.span, secret: (secret ?? "secret").utf8Span.span,
                securityToken: token.utf8Span.span)
        else { return }
        signer.signACS3(&request, with: credential, nonce: (nonce ?? "1").utf8Span.span, at: time)
    }

    /// The time of all vectors.
    private var time: Timestamp { Timestamp(secondsSince1970: 1_702_743_657) }
}

extension STSRequest {
    /// Takes what is a parameter of the action; the others are of the signature, which sets them itself.
    fileprivate static func to(_ endpoint: String, with parameters: [String: String]) throws -> STSRequest {
        var request = try STSRequest(action: "AssumeRole", endpoint: endpoint.utf8Span.span)
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

extension STSSigner {
    fileprivate var sentHeaders: [String: String] {
        var sent: [String: String] = [:]
        for header in headers {
            sent[header.name.description] = String(copying: canonicalRequest[header.value])
        }
        return sent
    }
}
