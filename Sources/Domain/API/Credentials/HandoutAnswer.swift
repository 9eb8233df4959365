package import Bytes
package import Documents
internal import JSON
internal import Signing
package import Time
package import Tokens

extension ByteBuffer {
    /// Writes the document that SDKs get from a metadata service or an AppServer.
    package mutating func append(
        handoutOf credential: Credential, at now: Timestamp, as format: DocumentFormat = .json
    ) {
        credential.withDocument { lent in
            var document = lent
            // A key without an expiration gets one, so that clients ask again: the file of the key may change.
            document.expiration = lent.expiration ?? now + 86_400
            append(document, as: format)
        }
    }

    /// Writes the addresses for unmodified programs: the URI of the credential document, and the endpoint.
    ///
    /// An empty URI is written as `null`.
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

extension Credential {
    /// Lends the credential as a document for another program.
    package func withDocument<Result: ~Copyable>(_ body: (CredentialDocument) -> Result) -> Result {
        Credential.withDocument(signing.keyID, signing.securityToken, of: self, body)
    }

    // The buffers of a class can be borrowed only as arguments.
    private static func withDocument<Result: ~Copyable>(
        _ keyID: borrowing ByteBuffer, _ token: borrowing ByteBuffer, of credential: Credential,
        _ body: (CredentialDocument) -> Result
    ) -> Result {
        let key = keyID.span
        let securityToken = token.span
        return credential.secret.withBytes { secret in
            var document = CredentialDocument(
                accessKeyID: key, accessKeySecret: secret, securityToken: securityToken)
            document.expiration = credential.expiration
            document.lastUpdated = credential.fetchedAt
            return body(document)
        }
    }
}
