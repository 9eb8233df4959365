internal import Bytes
internal import Hashing
internal import Text
package import Time

// The RPC signature: HMAC-SHA1, and everything is a parameter.
extension STSSigner {
    /// `nonce` must never have been used before; STS refuses it for some minutes.
    package mutating func signRPC(
        _ request: inout STSRequest, with credential: STSCredential, nonce: Span<UInt8>, at time: Timestamp
    ) {
        reset()
        request.removeOwnParameters()
        request.addCommonParameters()
        request.addOwnParameter("AccessKeyId", credential.keyID)
        request.addOwnParameter("SignatureNonce", nonce)
        var timestamp = ByteBuffer(capacity: 20)
        timestamp.append(rfc3339: time)
        request.addOwnParameter("Timestamp", timestamp.span)
        if credential.hasToken { request.addOwnParameter("SecurityToken", credential.securityToken) }
        query.append(canonicalQueryOf: request)
        writeStringToSignRPC(method: request.method)
        writeSignatureRPC(secret: credential.secret)
    }

    private mutating func writeStringToSignRPC(method: Method) {
        stringToSign.append(method.name)
        stringToSign.append("&%2F&")
        stringToSign.append(percentEncoded: query)
    }

    private mutating func writeSignatureRPC(secret: Span<UInt8>) {
        var key = ByteBuffer(capacity: secret.count + 1)
        key.append(secret)
        key.append(UInt8(ascii: "&"))
        let code = HMACSHA1(key: key.span).authenticate(stringToSign.span)
        signature.append(base64: code.span)
        query.append("&Signature=")
        query.append(percentEncoded: signature)
    }
}

extension STSRequest {
    fileprivate mutating func addCommonParameters() {
        addOwnParameter("Action", action)
        addOwnParameter("Format", "JSON")
        addOwnParameter("SignatureMethod", "HMAC-SHA1")
        addOwnParameter("SignatureVersion", "1.0")
        addOwnParameter("Version", STSRequest.version)
    }
}
