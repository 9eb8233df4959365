package import Bytes
package import Documents
package import Time
package import Tokens

/// A token that the daemon issued for one user.
package final class IssuedToken {
    /// A client must be able to use the token that it gets.
    private static let leastLife: Int64 = 60

    package let keyID: String
    package let expiration: Timestamp
    package let issuedAt: Timestamp
    private let key: ByteBuffer
    private let secret: ByteBuffer
    private let securityToken: ByteBuffer

    /// `nil`: it has no expiration, so it is no token of STS.
    package init?(_ received: consuming ReceivedCredential, at now: Timestamp) {
        guard let expiration = received.expiration else { return nil }
        self.expiration = expiration
        issuedAt = now
        keyID = String(copying: received.keyID.span)
        key = ByteBuffer(copying: received.keyID.span)
        securityToken = ByteBuffer(copying: received.securityToken.span)
        secret = received.takeSecret().withBytes { ByteBuffer(copying: $0) }
    }

    /// Whether more than half of its life is left.
    package func isFresh(at now: Timestamp) -> Bool { 2 * (expiration - now) > expiration - issuedAt }

    package func isUsable(at now: Timestamp) -> Bool { expiration - now >= IssuedToken.leastLife }

    /// Appends the document that clients read.
    package func append(as format: DocumentFormat, to output: inout ByteBuffer) {
        IssuedToken.append(key, secret, securityToken, self, as: format, to: &output)
    }

    // The buffers of a class can be borrowed only as arguments.
    private static func append(
        _ key: borrowing ByteBuffer, _ secret: borrowing ByteBuffer, _ securityToken: borrowing ByteBuffer,
        _ token: IssuedToken, as format: DocumentFormat, to output: inout ByteBuffer
    ) {
        var document = CredentialDocument(
            accessKeyID: key.span, accessKeySecret: secret.span, securityToken: securityToken.span)
        document.expiration = token.expiration
        document.lastUpdated = token.issuedAt
        output.append(document, as: format)
    }
}
