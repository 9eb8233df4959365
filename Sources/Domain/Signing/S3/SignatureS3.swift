internal import Bytes
internal import Hashing
internal import Text
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

    /// Step 2: the string to sign.
    mutating func writeStringToSignS3() {
        stringToSign.removeAll()
        stringToSign.append(momentS3.beginning)
        let digest = sha256(canonicalRequest.span)
        stringToSign.append(hex: digest.span)
    }

    /// Steps 2 and 3: the string to sign, and its HMAC under the signing key.
    private mutating func writeSignatureS3() {
        writeStringToSignS3()
        signature.removeAll()
        let code = momentS3.authenticate(stringToSign)
        signature.append(hex: code.span)
    }

    private mutating func beginS3(
        _ request: inout OSSRequest, with credential: SigningCredential, at time: Timestamp
    ) throws(SigningError) {
        // The protocol of remote signers has no word for S3, and some would answer with a signature of V4.
        guard credential.remoteSignatures == nil else { throw .remoteInS3 }
        try request.addHost()
        parametersS3.removeAll()
        if !momentS3.fits(request, of: credential, at: time) {
            momentS3.begin(request, of: credential, at: time)
        }
    }
}

// In the header.
extension Signer {
    mutating func signHeaderS3(
        _ request: inout OSSRequest, with credential: SigningCredential, at time: Timestamp
    ) throws(SigningError) {
        try beginS3(&request, with: credential, at: time)
        try request.addSignatureHeader("x-amz-date") { value in value.append(momentS3.date) }
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
        authorization.append(momentS3.scope)
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
        parametersS3.add("X-Amz-Algorithm") { $0.append("AWS4-HMAC-SHA256") }
        parametersS3.add("X-Amz-Credential") { text in text.append(momentS3.encodedCredential) }
        parametersS3.add("X-Amz-Date") { text in text.append(momentS3.date) }
        parametersS3.add("X-Amz-Expires") { text in text.append(decimal: expires) }
        if credential.hasToken {
            parametersS3.add("X-Amz-Security-Token") { text in text.append(credential.encodedToken) }
        }
        var names = ByteBuffer(capacity: 256)
        names.append(signedHeadersOf: request)
        parametersS3.add("X-Amz-SignedHeaders") { text in text.append(percentEncoded: names) }
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
