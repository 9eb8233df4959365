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
    /// A digest of the settings that it was fetched with.
    package let source: String
    package let secret: Secret
    /// The key id and the token, with the keys that are derived from the secret.
    package let signing: SigningCredential

    package convenience init(
        _ received: consuming ReceivedCredential, generation: Int, fetchedAt: Timestamp,
        from source: String = ""
    ) {
        let expiration = received.expiration
        let signing = received.signing()
        self.init(generation, expiration, fetchedAt, source, received.takeSecret(), signing)
    }

    /// The same token under another number, for a profile that uses the tokens of others.
    package convenience init(_ other: Credential, generation: Int) {
        let secret = other.secret.withBytes { Secret(copying: $0) }
        self.init(generation, other.expiration, other.fetchedAt, other.source, secret, other.signing)
    }

    /// A key whose secret only a remote signer has.
    package convenience init(keyID: String, generation: Int, fetchedAt: Timestamp) {
        let signing = SigningCredential(
            keyID: ByteBuffer(copying: keyID.utf8Span.span), signaturesFrom: RemoteSignatures())
        self.init(generation, nil, fetchedAt, "", Secret(copying: Span()), signing)
    }

    /// The same key, for one answer that gets these signatures of the remote signer.
    package convenience init(_ other: Credential, signaturesFrom signatures: RemoteSignatures) {
        precondition(other.secretIsRemote, "this credential has its secret")
        let signing = SigningCredential(keyID: other.signing.keyID, signaturesFrom: signatures)
        self.init(other.generation, other.expiration, other.fetchedAt, "", Secret(copying: Span()), signing)
    }

    private init(
        _ generation: Int, _ expiration: Timestamp?, _ fetchedAt: Timestamp, _ source: String,
        _ secret: consuming Secret, _ signing: SigningCredential
    ) {
        self.generation = generation
        self.expiration = expiration
        self.fetchedAt = fetchedAt
        self.source = source
        self.secret = secret
        self.signing = signing
        var text = ByteBuffer(capacity: 24)
        if let expiration { text.append(rfc3339: expiration) }
        expirationText = text
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
