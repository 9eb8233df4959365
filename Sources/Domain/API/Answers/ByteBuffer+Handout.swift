package import Bytes
package import Documents
internal import JSON
package import Time
package import Tokens

extension ByteBuffer {
    /// The document that the SDKs fetch from metadata services, or that they get from an AppServer.
    package mutating func append(
        handoutOf credential: Credential, at now: Timestamp, as format: DocumentFormat = .json
    ) {
        credential.withDocument { lent in
            var document = lent
            document.expiration = lent.expiration ?? now + ByteBuffer.lease
            append(document, as: format)
        }
    }

    /// A key without an end is to be asked for again all the same, because its file may have changed; the clients know
    /// no other way to be told.
    private static var lease: Int64 { 86_400 }

    /// Where unmodified programs of this caller find the document of a profile and send their requests; an empty URI
    /// stands for none.
    package mutating func append(compatURI uri: Span<UInt8>, of profile: ProfileDefaults) {
        beginObject()
        member("profile", profile.name)
        name("uri")
        if uri.isEmpty { null() } else { value(uri) }
        member("endpoint", orNull: profile.endpoint)
        member("region", orNull: profile.ownRegion.isEmpty ? nil : profile.ownRegion)
        endObject()
    }

    private mutating func member(_ name: StaticString, orNull text: borrowing ByteBuffer) {
        self.name(name)
        if text.isEmpty { null() } else { value(text.span) }
    }
}
