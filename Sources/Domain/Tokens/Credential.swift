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

    package func isExpired(at now: Timestamp) -> Bool {
        expiration.map { $0 <= now } ?? false
    }

    /// Whether it lives at least `seconds` longer.
    package func lives(_ seconds: Int, from now: Timestamp) -> Bool {
        expiration.map { $0 - now > Int64(seconds) } ?? true
    }
}
