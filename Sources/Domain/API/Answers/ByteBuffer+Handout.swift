package import Bytes
internal import Documents
internal import JSON
package import Time
package import Tokens

extension ByteBuffer {
    /// The document that the SDKs fetch from metadata services.
    package mutating func append(handoutOf credential: Credential, at now: Timestamp) {
        credential.withDocument { lent in
            var document = lent
            document.expiration = lent.expiration ?? now + ByteBuffer.lease
            append(document, as: .json)
        }
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
