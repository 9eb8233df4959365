package import Bytes
package import Signing
package import Time

/// One immutable snapshot of (key id, secret, token, expiration), with the number that tells it from its successors.
///
/// It is never changed, only replaced as a whole, so no answer can mix two of them.
package final class Credential {
    package let generation: Int
    /// `nil` for a key that does not expire.
    package let expiration: Timestamp?
    package let fetchedAt: Timestamp
    package let secret: Secret
    /// The key id and the token, with the keys that are derived from the secret.
    package let signing: SigningCredential

    package init(_ received: consuming ReceivedCredential, generation: Int, fetchedAt: Timestamp) {
        self.generation = generation
        self.fetchedAt = fetchedAt
        expiration = received.expiration
        signing = received.signing()
        secret = received.takeSecret()
    }

    /// The same token under another number, for a profile that takes over those of others.
    package init(_ other: Credential, generation: Int) {
        self.generation = generation
        fetchedAt = other.fetchedAt
        expiration = other.expiration
        signing = other.signing
        secret = other.secret.withBytes { Secret(copying: $0) }
    }

    /// A key whose secret is elsewhere.
    package init(keyID: String, generation: Int, fetchedAt: Timestamp) {
        self.generation = generation
        self.fetchedAt = fetchedAt
        expiration = nil
        signing = SigningCredential(
            keyID: ByteBuffer(copying: keyID.utf8Span.span), signaturesFrom: RemoteSignatures())
        secret = Secret(copying: Span())
    }

    /// The same key, for one answer that gets its signatures from there.
    package init(_ other: Credential, signaturesFrom signatures: RemoteSignatures) {
        precondition(other.isElsewhere, "who has the secret signs with it")
        generation = other.generation
        fetchedAt = other.fetchedAt
        expiration = other.expiration
        signing = SigningCredential(keyID: other.signing.keyID, signaturesFrom: signatures)
        secret = Secret(copying: Span())
    }

    /// Whether there is only a key id here: whoever wants more than a signature of OSS gets nothing from it.
    package var isElsewhere: Bool { signing.isElsewhere }

    package func isExpired(at now: Timestamp) -> Bool {
        expiration.map { $0 <= now } ?? false
    }

    /// Whether it lives at least `seconds` longer.
    package func lives(_ seconds: Int, from now: Timestamp) -> Bool {
        expiration.map { $0 - now > Int64(seconds) } ?? true
    }
}
