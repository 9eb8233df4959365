package import Bytes
internal import JSON
internal import Signing
package import Time
package import Tokens

extension ByteBuffer {
    /// The document that the SDKs fetch from metadata services.
    ///
    /// Six strings, each on a line of its own, because one of the readers is no JSON parser but looks for words between
    /// commas.
    package mutating func append(handoutOf credential: Credential, at now: Timestamp) {
        append("{\n")
        member("AccessKeyId", credential.signing.keyID)
        append(",\n")
        name("AccessKeySecret")
        credential.secret.withBytes { value($0) }
        append(",\n")
        member("Expiration", credential.expiration ?? now + ByteBuffer.lease)
        append(",\n")
        member("SecurityToken", credential.signing.securityToken)
        append(",\n")
        member("LastUpdated", credential.fetchedAt)
        append(",\n\"Code\":\"Success\"\n}\n")
    }

    /// A key without an end is to be asked for again all the same, because its file may have changed; the clients know
    /// no other way to be told.
    private static var lease: Int64 { 86_400 }

    /// Where unmodified programs of this caller find the document of a profile; an empty URI stands for none.
    package mutating func append(compatURI uri: Span<UInt8>, of profile: Span<UInt8>) {
        beginObject()
        name("profile")
        value(profile)
        name("uri")
        if uri.isEmpty { null() } else { value(uri) }
        endObject()
    }
}
