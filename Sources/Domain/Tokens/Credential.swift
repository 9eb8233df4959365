package import Bytes
package import Signing
package import Time

/// An immutable snapshot of key id, secret, token and expiration, with a number that grows with each replacement.
///
/// It is only replaced as a whole, so no answer can mix two of them.
package final class Credential {
    package let generation: Int
    /// `nil` for a key that does not expire.
    package let expiration: Timestamp?
    /// The same as answers state it; empty for a key that does not expire.
    package let expirationText: ByteBuffer
    package let fetchedAt: Timestamp
    package let secret: Secret
    /// The key id and the token, with the keys that are derived from the secret.
    package let signing: SigningCredential

    package init(_ received: consuming ReceivedCredential, generation: Int, fetchedAt: Timestamp) {
        self.generation = generation
        self.fetchedAt = fetchedAt
        expiration = received.expiration
        expirationText = ByteBuffer(stating: received.expiration)
        signing = received.signing()
        secret = received.takeSecret()
    }

    /// The same token under another number, for a profile that uses the tokens of others.
    package init(_ other: Credential, generation: Int) {
        self.generation = generation
        fetchedAt = other.fetchedAt
        expiration = other.expiration
        expirationText = ByteBuffer(stating: other.expiration)
        signing = other.signing
        secret = other.secret.withBytes { Secret(copying: $0) }
    }

    /// A key whose secret only a remote signer has.
    package init(keyID: String, generation: Int, fetchedAt: Timestamp) {
        self.generation = generation
        self.fetchedAt = fetchedAt
        expiration = nil
        expirationText = ByteBuffer(stating: nil)
        signing = SigningCredential(
            keyID: ByteBuffer(copying: keyID.utf8Span.span), signaturesFrom: RemoteSignatures())
        secret = Secret(copying: Span())
    }

    /// The same key, for one answer that gets these signatures of the remote signer.
    package init(_ other: Credential, signaturesFrom signatures: RemoteSignatures) {
        precondition(other.secretIsRemote, "this credential has its secret")
        generation = other.generation
        fetchedAt = other.fetchedAt
        expiration = other.expiration
        expirationText = ByteBuffer(stating: other.expiration)
        signing = SigningCredential(keyID: other.signing.keyID, signaturesFrom: signatures)
        secret = Secret(copying: Span())
    }

    /// Whether only a remote signer has the secret; then nothing but OSS signatures can be made.
    package var secretIsRemote: Bool { signing.secretIsRemote }

    package func isExpired(at now: Timestamp) -> Bool {
        expiration.map { $0 <= now } ?? false
    }

    /// Whether it is valid for more than `seconds`.
    package func lives(_ seconds: Int, from now: Timestamp) -> Bool {
        expiration.map { $0 - now > Int64(seconds) } ?? true
    }
}

extension Credential {
    /// A token that is fetched so soon after this one would not live longer.
    private static let minimumAge: Int64 = 10

    /// Whether it is too new for another fetch, even if a caller wants a token with this much life left.
    ///
    /// Every new token is written, reported and handed on, so requests cause at most 60 fetches in one life, or ten where
    /// they want more than a whole life.
    package func isTooNewToRefetch(for seconds: Int, at now: Timestamp) -> Bool {
        guard !isExpired(at: now) else { return false }
        let age = now - fetchedAt
        guard age >= 0, let expiration else { return (0..<Credential.minimumAge).contains(age) }
        let life = expiration - fetchedAt
        return age < max(Credential.minimumAge, life / (life < seconds ? 10 : 60))
    }
}

/// The life that a credential must have left to be handed out.
///
/// Programs refresh a credential that has less left than their own margin. One that gets such a credential fetches again
/// for every request.
package struct HandoutMargin: Equatable {
    /// The margin of ossfs; the SDKs for Python and Java have 15 minutes, the others less.
    package static let wanted: Int64 = 1_200

    /// The whole life of the credential in seconds.
    package let life: Int64

    /// `nil`: the key does not expire.
    package init?(of credential: Credential) {
        guard let expiration = credential.expiration else { return nil }
        life = max(0, expiration - credential.fetchedAt)
    }

    /// The seconds that must be left; more than half of the life would cause a fetch for each request.
    package var seconds: Int { Int(min(HandoutMargin.wanted, life / 2)) }

    /// Whether no early refresh can satisfy the margin of those programs.
    package var isTooShort: Bool { life < 2 * HandoutMargin.wanted }
}

extension ByteBuffer {
    fileprivate init(stating expiration: Timestamp?) {
        self.init(capacity: 24)
        if let expiration { append(rfc3339: expiration) }
    }
}
