internal import Bytes
internal import Hashing
internal import Time

// The V4 signature, in the steps of its documents:
// in the header, https://www.alibabacloud.com/help/en/oss/developer-reference/recommend-to-use-signature-version-4
// in the URL, https://www.alibabacloud.com/help/en/oss/developer-reference/add-signatures-to-urls
//
// The two forms differ in what they add to the request before the steps, and in where they put the signature.
extension Signer {
    /// Step 1 is in `CanonicalRequest.swift`, step 2 below, the key of step 3 in `SigningKey.swift`.
    mutating func computeV4(
        _ request: borrowing OSSRequest, with credential: SigningCredential, at time: Timestamp
    ) {
        writeCanonicalRequestV4(of: request)
        writeStringToSign()
        writeSignatureV4(of: request, with: credential, at: time)
    }

    /// Step 3, the HMAC of the string to sign in hexadecimal: signs the string that was composed last from `request`; `isOpaque`: the caller composed it.
    mutating func writeSignatureV4(
        of request: borrowing OSSRequest, isOpaque: Bool = false, with credential: SigningCredential,
        at time: Timestamp
    ) {
        signature.removeAll()
        if let remote = credential.remoteSignatures {
            let string = RemoteString(
                stringToSign, v4: request, canonicalRequest: canonicalRequest, isOpaque: isOpaque, at: time)
            return signature.append(remote.signature(under: string))
        }
        let code = moment.authenticate(stringToSign)
        signature.append(hex: code.span)
    }

    /// Selects the time, the scope and the signing key; signatures within one second share them.
    mutating func begin(
        _ request: borrowing OSSRequest, with credential: SigningCredential, at time: Timestamp,
        in family: SigningFamily
    ) {
        begun = credential.moment(for: request, at: time, in: family)
        parameters.removeAll()
    }
}

// In the header.
extension Signer {
    mutating func signHeaderV4(
        _ request: inout OSSRequest, with credential: SigningCredential, at time: Timestamp
    ) throws(SigningError) {
        begin(request, with: credential, at: time, in: .oss)
        try request.addSignatureHeader("x-oss-date") { value in value.append(moment.date) }
        if request.valueOfHeader(.payloadHash) == nil {
            try request.addSignatureHeader("x-oss-content-sha256") { value in value.append("UNSIGNED-PAYLOAD")
            }
        }
        try request.addTokenHeader(of: credential)
        computeV4(request, with: credential, at: time)
        writeAuthorizationV4(of: request, with: credential)
        writeURLOfCanonicalRequest(of: request)
    }

    mutating func writeAuthorizationV4(of request: borrowing OSSRequest, with credential: SigningCredential) {
        authorization.removeAll()
        authorization.append("OSS4-HMAC-SHA256 Credential=")
        authorization.append(credential.keyID)
        authorization.append(UInt8(ascii: "/"))
        authorization.append(moment.key.scope)
        if request.headers.contains(where: \.isAdditional) {
            authorization.append(",AdditionalHeaders=")
            authorization.append(additionalHeadersOf: request)
        }
        authorization.append(",Signature=")
        authorization.append(signature)
    }
}

// In the URL.
extension Signer {
    mutating func preparePresignedV4(
        _ request: borrowing OSSRequest, with credential: SigningCredential, at time: Timestamp, expires: Int
    ) {
        begin(request, with: credential, at: time, in: .oss)
        writeParametersV4(of: request, with: credential, expires: expires)
    }

    private mutating func writeParametersV4(
        of request: borrowing OSSRequest, with credential: SigningCredential, expires: Int
    ) {
        additionalHeaders.removeAll()
        additionalHeaders.append(additionalHeadersOf: request)
        hasParameters = false
        let moment = moment
        if !additionalHeaders.isEmpty {
            parameters.add("x-oss-additional-headers", percentEncoding: additionalHeaders)
        }
        parameters.add("x-oss-credential", moment.key.encodedCredential)
        parameters.add("x-oss-date", moment.date)
        parameters.add("x-oss-expires", expires)
        if credential.hasToken { parameters.add("x-oss-security-token", credential.encodedToken) }
        parameters.add("x-oss-signature-version", "OSS4-HMAC-SHA256")
    }

    mutating func signPresignedV4(
        _ request: borrowing OSSRequest, with credential: SigningCredential, at time: Timestamp
    ) {
        computeV4(request, with: credential, at: time)
        hasParameters = true
        writeSignedURLV4(of: request)
    }

    /// Replaces only the key in the canonical request of step 1.
    mutating func signPresignedV4(
        nextKeyOf request: borrowing OSSRequest, with credential: SigningCredential, at time: Timestamp
    ) {
        replaceKeyInCanonicalRequest(with: request)
        writeStringToSign()
        writeSignatureV4(of: request, with: credential, at: time)
        writeSignedURLV4(of: request)
    }

    private mutating func writeSignedURLV4(of request: borrowing OSSRequest) {
        writeURLOfCanonicalRequest(of: request)
        url.append("&x-oss-signature=")
        url.append(signature)
    }
}

extension OSSRequest {
    /// Both versions sign the security token as a header of a header signature.
    mutating func addTokenHeader(of credential: SigningCredential) throws(SigningError) {
        guard credential.hasToken else { return }
        try addSignatureHeader("x-oss-security-token") { value in value.append(credential.securityToken) }
    }
}

// Step 2 of V4 and of S3: the string to sign, which is the algorithm, the time, the scope and the digest of step 1, one a line.
extension Signer {
    mutating func writeStringToSign() {
        let moment = moment
        stringToSign.removeAll()
        stringToSign.append(moment.beginning)
        appendDigest()
    }

    /// Writes one that is only composed, without a key.
    mutating func composeStringToSign(date: Span<UInt8>, scope: Span<UInt8>, in family: SigningFamily) {
        stringToSign.removeAll()
        stringToSign.append(
            beginningWith: ByteBuffer(copying: date), ByteBuffer(copying: scope), in: family)
        appendDigest()
    }

    private mutating func appendDigest() {
        let digest = sha256(canonicalRequest.span)
        stringToSign.append(hex: digest.span)
    }
}
