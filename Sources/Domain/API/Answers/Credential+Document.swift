internal import Bytes
package import Documents
internal import Signing
package import Tokens

extension Credential {
    /// Lends the credential as it is written down for another program.
    package func withDocument<Result: ~Copyable>(_ body: (CredentialDocument) -> Result) -> Result {
        Credential.withDocument(signing.keyID, signing.securityToken, of: self, body)
    }

    // The buffers of a class can be lent only as arguments.
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
