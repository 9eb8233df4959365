package import Bytes
internal import Documents
package import Time
package import Tokens

/// A token that the daemon issued for one user, with the documents that clients read.
///
/// They are written once, because all requests of the user get the same bytes.
package final class IssuedToken {
    /// A client must be able to use the token that it gets.
    private static let leastLife: Int64 = 60

    package let keyID: String
    package let expiration: Timestamp
    private let issuedAt: Timestamp
    /// In the form of the mobile SDKs.
    private let answer: ByteBuffer
    /// The six members.
    private let document: ByteBuffer

    /// `nil`: it has no expiration, so it is no token of STS.
    package init?(_ received: consuming ReceivedCredential, to question: IssueQuestion, at now: Timestamp) {
        guard let expiration = received.expiration else { return nil }
        self.expiration = expiration
        issuedAt = now
        keyID = String(copying: received.keyID.span)
        // The seeds do not have these members.
        let (place, user) = (question.place, question.principal.user)
        answer = IssuedToken.document(
            of: received, at: now, as: .appserver,
            [("User", user.text), ("Bucket", place.bucket), ("KeyPrefix", place.keyPrefix)])
        document = IssuedToken.document(of: received, at: now, as: .json)
    }

    private static func document(
        of received: borrowing ReceivedCredential, at now: Timestamp, as format: DocumentFormat,
        _ others: [(StaticString, String)] = []
    ) -> ByteBuffer {
        let (expiration, key, token) = (received.expiration, received.keyID.span, received.securityToken.span)
        return received.withSecret { secret in
            var document = CredentialDocument(accessKeyID: key, accessKeySecret: secret, securityToken: token)
            document.expiration = expiration
            document.lastUpdated = now
            document.others = others
            var text = ByteBuffer(capacity: 1_024)
            text.append(document, as: format)
            return text
        }
    }

    /// Whether more than half of its life is left.
    package func isFresh(at now: Timestamp) -> Bool { 2 * (expiration - now) > expiration - issuedAt }

    package func isUsable(at now: Timestamp) -> Bool { expiration - now >= IssuedToken.leastLife }

    /// Appends the six members, or the answer in the form of the mobile SDKs.
    package func append(sixMembers: Bool, to output: inout ByteBuffer) {
        if sixMembers { output.append(document) } else { output.append(answer) }
    }
}
