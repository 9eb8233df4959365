internal import Bytes
internal import Text
package import Time

// A signature in the URL.
extension Signer {
    /// V4 URLs live for seven days at most; OSS answers longer ones with an error.
    package static let maximumExpires = 604_800

    /// V1 knows no limit; ten years are more than any key should live.
    package static func maximumExpires(for version: SignatureVersion) -> Int {
        version == .v4 ? maximumExpires : 315_360_000
    }

    /// Adds the parameters of the signature to the request; `expires` counts from `time`.
    package mutating func preparePresigned(
        _ request: inout OSSRequest, version: SignatureVersion, with credential: SigningCredential,
        at time: Timestamp,
        expires: Int
    ) throws(SigningError) {
        let maximum = Signer.maximumExpires(for: version)
        guard (1...maximum).contains(expires) else { throw .expires(maximum: maximum, version) }
        switch version {
        case .v1:
            dateLine.removeAll()
            dateLine.append(decimal: Int((time + Int64(expires)).secondsSince1970))
            try request.addToken(of: credential)
        case .v4:
            beginV4(request, with: credential, at: time)
            writeParametersV4(of: request, with: credential, expires: expires)
        }
    }

    /// Signs the request as it stands and writes its URL.
    package mutating func signPresigned(
        _ request: borrowing OSSRequest, version: SignatureVersion, with credential: SigningCredential,
        at time: Timestamp
    ) {
        switch version {
        case .v1:
            computeV1(request, with: credential)
            writeURLV1(of: request)
            appendParametersV1(with: credential, isFirst: request.parameters.isEmpty)
        case .v4:
            computeV4(request, with: credential, at: time)
            hasParameters = true
            writeSignedURLV4(of: request)
        }
    }

    /// The same where only the key is another than that of the request before.
    package mutating func signPresigned(
        nextKeyOf request: borrowing OSSRequest, version: SignatureVersion,
        with credential: SigningCredential,
        at time: Timestamp
    ) {
        guard case .v4 = version, hasParameters else {
            return signPresigned(request, version: version, with: credential, at: time)
        }
        composeV4(nextKeyOf: request)
        signStringV4(of: request, with: credential, at: time)
        writeSignedURLV4(of: request)
    }

    private mutating func writeSignedURLV4(of request: borrowing OSSRequest) {
        writeURLV4(of: request)
        url.append("&x-oss-signature=")
        url.append(signature)
    }

    /// Within a second thousands of requests want the same ones.
    private mutating func writeParametersV4(
        of request: borrowing OSSRequest, with credential: SigningCredential, expires: Int
    ) {
        additionalHeaders.removeAll()
        additionalHeaders.append(additionalHeadersOf: request)
        guard !parameters.say(expires: expires, additionalHeaders: additionalHeaders) else { return }
        hasParameters = false
        parameters.begin(expires: expires, additionalHeaders: additionalHeaders)
        if !additionalHeaders.isEmpty {
            parameters.add("x-oss-additional-headers") { $0.append(percentEncoded: additionalHeaders) }
        }
        parameters.add("x-oss-credential") { text in text.append(moment.encodedCredential) }
        parameters.add("x-oss-date") { text in text.append(moment.date) }
        parameters.add("x-oss-expires") { text in text.append(decimal: expires) }
        if credential.hasToken {
            parameters.add("x-oss-security-token") { text in text.append(credential.encodedToken) }
        }
        parameters.add("x-oss-signature-version") { text in text.append("OSS4-HMAC-SHA256") }
    }

    private mutating func appendParametersV1(with credential: SigningCredential, isFirst: Bool) {
        url.append(isFirst ? "?OSSAccessKeyId=" : "&OSSAccessKeyId=")
        url.append(credential.encodedKeyID)
        url.append("&Expires=")
        url.append(dateLine)
        url.append("&Signature=")
        url.append(percentEncoded: signature)
    }
}

extension OSSRequest {
    /// The token is among what V1 signs.
    fileprivate mutating func addToken(of credential: SigningCredential) throws(SigningError) {
        guard credential.hasToken else { return }
        let token = appending { text in text.append(credential.securityToken) }
        let encoded = appending { text in text.append(credential.encodedToken) }
        try addOwnParameter("security-token", token, encoded: encoded)
    }
}
