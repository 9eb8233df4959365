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
        guard (1...maximum).contains(expires) else { throw .expires(maximum: maximum) }
        switch version {
        case .v1:
            date.removeAll()
            date.append(decimal: Int(time.secondsSince1970) + expires)
            try request.addToken(of: credential, as: "security-token")
        case .v4:
            beginV4(request, at: time)
            encodedScope.removeAll()
            encodedScope.append(scopeOf: request, day: time, slash: "%2F")
            try addParametersV4(to: &request, with: credential, expires: expires)
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
            writeURLV4(of: request)
            url.append("&x-oss-signature=")
            url.append(signature)
        }
    }

    private func addParametersV4(
        to request: inout OSSRequest, with credential: SigningCredential, expires: Int
    ) throws(SigningError) {
        if request.hasAdditionalHeaders {
            let names = request.appendingAdditionalHeaderNames()
            try request.addOwnParameter("x-oss-additional-headers", names, encoded: request.encoded(names))
        }
        try addCredential(credential, to: &request)
        try request.addPlainParameter("x-oss-date") { text in text.append(date) }
        try request.addPlainParameter("x-oss-expires") { text in text.append(decimal: expires) }
        try request.addToken(of: credential, as: "x-oss-security-token")
        try request.addPlainParameter("x-oss-signature-version") { text in text.append("OSS4-HMAC-SHA256") }
    }

    private func addCredential(
        _ credential: SigningCredential, to request: inout OSSRequest
    ) throws(SigningError) {
        let scoped = request.appending { text in
            text.append(credential.keyID)
            text.append(UInt8(ascii: "/"))
            text.append(scope)
        }
        let encoded = request.appending { text in
            text.append(credential.encodedKeyID)
            text.append("%2F")
            text.append(encodedScope)
        }
        try request.addOwnParameter("x-oss-credential", scoped, encoded: encoded)
    }

    private mutating func appendParametersV1(with credential: SigningCredential, isFirst: Bool) {
        url.append(isFirst ? "?OSSAccessKeyId=" : "&OSSAccessKeyId=")
        url.append(credential.encodedKeyID)
        url.append("&Expires=")
        url.append(date)
        url.append("&Signature=")
        url.append(percentEncoded: signature)
    }
}

extension OSSRequest {
    /// A parameter of the signature that has nothing to encode.
    fileprivate mutating func addPlainParameter(
        _ name: StaticString, _ write: (inout ByteBuffer) -> Void
    ) throws(SigningError) {
        let value = appending(write)
        try addOwnParameter(name, value, encoded: value)
    }

    fileprivate mutating func addToken(of credential: SigningCredential, as name: StaticString)
        throws(SigningError)
    {
        guard credential.hasToken else { return }
        let token = appending { text in text.append(credential.securityToken) }
        let encoded = appending { text in text.append(credential.encodedToken) }
        try addOwnParameter(name, token, encoded: encoded)
    }

    fileprivate mutating func appendingAdditionalHeaderNames() -> Range<Int> {
        let start = text.count
        for header in headers where header.isAdditional {
            if text.count > start { text.append(UInt8(ascii: ";")) }
            text.append(copyOf: header.name)
        }
        return start..<text.count
    }
}
