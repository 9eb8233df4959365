package import Bytes
internal import JSON
internal import Text
package import Time

extension ByteBuffer {
    /// Writes a policy from the caller's conditions (the elements of a JSON array that was checked), the bucket, and
    /// what a V4 form must repeat.
    package mutating func append(
        policyFor request: borrowing OSSRequest, version: SignatureVersion, until expiration: Timestamp,
        conditions: Span<UInt8>, signer: borrowing Signer, credential: SigningCredential
    ) {
        append("{\"expiration\":\"")
        append(rfc3339: expiration)
        // OSS documents this one format with milliseconds.
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

    /// `LTAI…/20231216/cn-hangzhou/oss/aliyun_v4_request`.
    package mutating func append(credentialOf signer: borrowing Signer, _ credential: SigningCredential) {
        append(credential.keyID)
        append(UInt8(ascii: "/"))
        append(signer.moment.scope)
    }

    private mutating func condition(_ field: StaticString, _ writeValue: (inout ByteBuffer) -> Void) {
        beginObject()
        name(field)
        append(UInt8(ascii: "\""))
        writeValue(&self)
        append("\"}")
    }
}
