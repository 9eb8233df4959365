internal import Bytes
package import Time

// A signature in the Authorization header.
extension Signer {
    package mutating func signHeader(
        _ request: inout OSSRequest, version: SignatureVersion, with credential: SigningCredential,
        at time: Timestamp
    ) throws(SigningError) {
        switch version {
        case .v1:
            try signHeaderV1(&request, with: credential, at: time)
            writeURLV1(of: request)
        case .v4:
            try signHeaderV4(&request, with: credential, at: time)
            writeURLV4(of: request)
        }
    }

    private mutating func signHeaderV4(
        _ request: inout OSSRequest, with credential: SigningCredential, at time: Timestamp
    ) throws(SigningError) {
        beginHeaderV4(request, with: credential, at: time)
        try request.addOwnHeader("x-oss-date") { value in value.append(moment.date) }
        if request.valueOfHeader(.payloadHash) == nil {
            try request.addOwnHeader("x-oss-content-sha256") { value in value.append("UNSIGNED-PAYLOAD") }
        }
        try addToken(of: credential, to: &request)
        computeV4(request, with: credential, at: time)
        writeAuthorizationV4(of: request, with: credential)
    }

    mutating func writeAuthorizationV4(of request: borrowing OSSRequest, with credential: SigningCredential) {
        authorization.removeAll()
        authorization.append("OSS4-HMAC-SHA256 Credential=")
        authorization.append(credential.keyID)
        authorization.append(UInt8(ascii: "/"))
        authorization.append(moment.scope)
        if request.hasAdditionalHeaders {
            authorization.append(",AdditionalHeaders=")
            authorization.append(additionalHeadersOf: request)
        }
        authorization.append(",Signature=")
        authorization.append(signature)
    }

    /// The date line is the `Date` header: nobody may bring an `x-oss-date` of his own.
    private mutating func signHeaderV1(
        _ request: inout OSSRequest, with credential: SigningCredential, at time: Timestamp
    ) throws(SigningError) {
        dateLine.removeAll()
        dateLine.append(httpDate: time)
        try addToken(of: credential, to: &request)
        computeV1(request, with: credential)
        writeAuthorizationV1(with: credential)
    }

    private func addToken(of credential: SigningCredential, to request: inout OSSRequest) throws(SigningError)
    {
        guard credential.hasToken else { return }
        try request.addOwnHeader("x-oss-security-token") { value in value.append(credential.securityToken) }
    }

    mutating func writeAuthorizationV1(with credential: SigningCredential) {
        authorization.removeAll()
        authorization.append("OSS ")
        authorization.append(credential.keyID)
        authorization.append(UInt8(ascii: ":"))
        authorization.append(signature)
    }
}

extension OSSRequest {
    var hasAdditionalHeaders: Bool {
        headers.contains(where: \.isAdditional)
    }
}
