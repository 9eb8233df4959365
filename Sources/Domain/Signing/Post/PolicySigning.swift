package import Bytes
internal import JSON
internal import Text
package import Time

// The signature of a PostObject form, whose string to sign is the policy in base64:
// V4, https://www.alibabacloud.com/help/en/oss/developer-reference/signature-version-4-recommend
// V1, https://www.alibabacloud.com/help/en/oss/developer-reference/signature-version-1
extension Signer {
    /// Signs a policy byte for byte; the form sends `stringToSign` in its field `policy`.
    package mutating func signPolicy(
        _ policy: Span<UInt8>, for request: borrowing OSSRequest, version: SignatureVersion,
        with credential: SigningCredential, at time: Timestamp
    ) {
        beginPolicy(for: request, version: version, with: credential, at: time)
        canonicalRequest.removeAll()
        stringToSign.removeAll()
        stringToSign.append(base64: policy)
        switch version {
        case .v1: writeSignatureV1(of: request, with: credential)
        case .v4: writeSignatureV4(of: request, with: credential, at: time)
        case .s3: preconditionFailure("no form is signed for S3")
        }
        writeLocation(of: request)
    }

    /// Selects the time and scope that a V4 policy repeats among its conditions.
    package mutating func beginPolicy(
        for request: borrowing OSSRequest, version: SignatureVersion, with credential: SigningCredential,
        at time: Timestamp
    ) {
        if version == .v4 { begin(request, with: credential, at: time, in: .oss) }
    }
}

extension ByteBuffer {
    /// Appends a policy with the bucket, the fields that a V4 form must repeat, and the conditions of the caller.
    ///
    /// `conditions` are the elements of a JSON array that was checked.
    package mutating func append(
        policyFor request: borrowing OSSRequest, version: SignatureVersion, until expiration: Timestamp,
        conditions: Span<UInt8>, signer: borrowing Signer, credential: SigningCredential
    ) {
        append("{\"expiration\":\"")
        append(rfc3339: expiration)
        // OSS documents only this format, with milliseconds.
        truncate(to: count - 1)
        append(".000Z\",\"conditions\":")
        beginArray()
        if let bucket = request.bucket {
            condition("bucket") { $0.append(request.text, bucket) }
        }
        if version == .v4 {
            condition("x-oss-signature-version") { $0.append("OSS4-HMAC-SHA256") }
            condition("x-oss-credential") { $0.append(credentialOf: signer, credential) }
            condition("x-oss-date") { $0.append(signer.moment.date) }
        }
        if credential.hasToken {
            beginObject()
            name("x-oss-security-token")
            value(credential.securityToken)
            endObject()
        }
        if !conditions.isEmpty {
            append(UInt8(ascii: ","))
            append(conditions)
        }
        append("]}")
    }

    /// Appends `LTAI…/20231216/cn-hangzhou/oss/aliyun_v4_request`.
    package mutating func append(credentialOf signer: borrowing Signer, _ credential: SigningCredential) {
        append(credential.keyID)
        append(UInt8(ascii: "/"))
        append(signer.moment.key.scope)
    }

    private mutating func condition(_ field: StaticString, _ writeValue: (inout ByteBuffer) -> Void) {
        beginObject()
        name(field)
        append(UInt8(ascii: "\""))
        writeValue(&self)
        append("\"}")
    }
}
