internal import Bytes
internal import Time

// AWS Signature Version 4, which the S3 endpoint of OSS accepts:
// in the header, https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
// in the URL, https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
//
// Its steps are those of V4. It signs `Host` instead of the bucket, and lists every signed header.
extension Signer {
    private mutating func computeS3(_ request: borrowing OSSRequest) {
        writeCanonicalRequestS3(of: request)
        writeSignatureS3()
    }

    /// Steps 2 and 3: the string to sign, and its HMAC under the signing key.
    private mutating func writeSignatureS3() {
        writeStringToSign()
        signature.removeAll()
        let code = moment.authenticate(stringToSign)
        signature.append(hex: code.span)
    }

    private mutating func beginS3(
        _ request: inout OSSRequest, with credential: SigningCredential, at time: Timestamp
    ) throws(SigningError) {
        // The protocol of remote signers has no word for S3, and some would answer with a signature of V4.
        guard credential.remoteSignatures == nil else { throw .remoteInS3 }
        try request.addHost()
        begin(request, with: credential, at: time, in: .s3)
    }
}

// In the header.
extension Signer {
    mutating func signHeaderS3(
        _ request: inout OSSRequest, with credential: SigningCredential, at time: Timestamp
    ) throws(SigningError) {
        try beginS3(&request, with: credential, at: time)
        try request.addSignatureHeader("x-amz-date") { value in value.append(moment.date) }
        if request.payloadHashOfS3 == nil {
            try request.addSignatureHeader("x-amz-content-sha256") { value in value.append("UNSIGNED-PAYLOAD")
            }
        }
        if credential.hasToken {
            try request.addSignatureHeader("x-amz-security-token") { $0.append(credential.securityToken) }
        }
        computeS3(request)
        writeAuthorizationS3(of: request, with: credential)
        writeURLOfCanonicalRequest(of: request)
    }

    private mutating func writeAuthorizationS3(
        of request: borrowing OSSRequest, with credential: SigningCredential
    ) {
        authorization.removeAll()
        authorization.append("AWS4-HMAC-SHA256 Credential=")
        authorization.append(credential.keyID)
        authorization.append(UInt8(ascii: "/"))
        authorization.append(moment.key.scope)
        authorization.append(", SignedHeaders=")
        authorization.append(signedHeadersOf: request)
        authorization.append(", Signature=")
        authorization.append(signature)
    }
}

// In the URL.
extension Signer {
    mutating func preparePresignedS3(
        _ request: inout OSSRequest, with credential: SigningCredential, at time: Timestamp, expires: Int
    ) throws(SigningError) {
        try beginS3(&request, with: credential, at: time)
        let moment = moment
        parameters.add("X-Amz-Algorithm", "AWS4-HMAC-SHA256")
        parameters.add("X-Amz-Credential", moment.key.encodedCredential)
        parameters.add("X-Amz-Date", moment.date)
        parameters.add("X-Amz-Expires", expires)
        if credential.hasToken { parameters.add("X-Amz-Security-Token", credential.encodedToken) }
        var names = ByteBuffer(capacity: 256)
        names.append(signedHeadersOf: request)
        parameters.add("X-Amz-SignedHeaders", percentEncoding: names)
    }

    mutating func signPresignedS3(_ request: borrowing OSSRequest) {
        computeS3(request)
        writeSignedURLS3(of: request)
    }

    /// Replaces only the key in the canonical request.
    mutating func signPresignedS3(nextKeyOf request: borrowing OSSRequest) {
        replaceKeyInCanonicalRequest(with: request)
        writeSignatureS3()
        writeSignedURLS3(of: request)
    }

    private mutating func writeSignedURLS3(of request: borrowing OSSRequest) {
        writeURLOfCanonicalRequest(of: request)
        url.append("&X-Amz-Signature=")
        url.append(signature)
    }
}
