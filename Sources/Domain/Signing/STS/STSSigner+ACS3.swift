internal import Bytes
internal import Hashing
internal import Text
package import Time

// The signature ACS3-HMAC-SHA256: parameters in the query, the rest in headers, and no body.
extension STSSigner {
    /// `nonce` must never have been used before; STS refuses it for some minutes.
    package mutating func signACS3(
        _ request: inout STSRequest, with credential: STSCredential, nonce: Span<UInt8>, at time: Timestamp
    ) {
        reset()
        request.removeOwnParameters()
        query.append(canonicalQueryOf: request)
        writeCanonicalRequest(of: request, with: credential, nonce: nonce, at: time)
        writeStringToSignACS3()
        let code = HMACSHA256(key: credential.secret).authenticate(stringToSign.span)
        signature.append(hex: code.span)
        writeAuthorization(keyID: credential.keyID)
    }

    private mutating func writeCanonicalRequest(
        of request: borrowing STSRequest, with credential: STSCredential, nonce: Span<UInt8>,
        at time: Timestamp
    ) {
        canonicalRequest.append(request.method.name)
        canonicalRequest.append("\n/\n")
        canonicalRequest.append(query)
        canonicalRequest.append(UInt8(ascii: "\n"))
        addHeader("host") { value in value.append(request.text, request.authority) }
        addHeader("x-acs-action") { value in value.append(request.action) }
        addHeader("x-acs-content-sha256") { value in value.appendHashOfNothing() }
        addHeader("x-acs-date") { value in value.append(rfc3339: time) }
        if credential.hasToken {
            addHeader("x-acs-security-token") { value in value.append(credential.securityToken) }
        }
        addHeader("x-acs-signature-nonce") { value in value.append(nonce) }
        addHeader("x-acs-version") { value in value.append(STSRequest.version) }
        canonicalRequest.append(UInt8(ascii: "\n"))
        canonicalRequest.append(signedHeaders: headers)
        canonicalRequest.append(UInt8(ascii: "\n"))
        canonicalRequest.appendHashOfNothing()
    }

    /// Called in the order of the names, which is the canonical one.
    private mutating func addHeader(_ name: StaticString, _ write: (inout ByteBuffer) -> Void) {
        canonicalRequest.append(name)
        canonicalRequest.append(UInt8(ascii: ":"))
        let start = canonicalRequest.count
        write(&canonicalRequest)
        headers.append(Header(name: name, value: start..<canonicalRequest.count))
        canonicalRequest.append(UInt8(ascii: "\n"))
    }

    private mutating func writeStringToSignACS3() {
        stringToSign.append("ACS3-HMAC-SHA256\n")
        let digest = sha256(canonicalRequest.span)
        stringToSign.append(hex: digest.span)
    }

    private mutating func writeAuthorization(keyID: Span<UInt8>) {
        authorization.append("ACS3-HMAC-SHA256 Credential=")
        authorization.append(keyID)
        authorization.append(",SignedHeaders=")
        authorization.append(signedHeaders: headers)
        authorization.append(",Signature=")
        authorization.append(signature)
    }
}

extension ByteBuffer {
    fileprivate mutating func append(signedHeaders headers: [STSSigner.Header]) {
        for (index, header) in headers.enumerated() {
            if index > 0 { append(UInt8(ascii: ";")) }
            append(header.name)
        }
    }

    fileprivate mutating func appendHashOfNothing() {
        let nothing = ByteBuffer(capacity: 0)
        let digest = sha256(nothing.span)
        append(hex: digest.span)
    }
}
