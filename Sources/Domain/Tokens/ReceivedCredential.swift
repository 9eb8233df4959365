package import Bytes
package import Signing
package import Time

/// A credential from outside: each member is valid by itself, but the whole was not compared with the present one yet.
package struct ReceivedCredential: ~Copyable {
    /// STS tokens grow with their policies; the longest known ones are below 2 KiB.
    package static let maximumTokenLength = 8_192
    package static let maximumKeyLength = 256

    package let keyID: ByteBuffer
    private let secret: Secret
    package let securityToken: ByteBuffer
    package let expiration: Timestamp?

    /// Checks each member by itself.
    package init(
        keyID: Span<UInt8>, secret: Span<UInt8>, securityToken: Span<UInt8>, expiration: Timestamp?
    ) throws(CredentialError) {
        try keyID.check("AccessKeyId", upTo: ReceivedCredential.maximumKeyLength)
        // It becomes part of scopes, headers and policies, where other characters have a meaning.
        guard keyID.isAll(.unreserved) else { throw .member("AccessKeyId", .characters) }
        try secret.check("AccessKeySecret", upTo: ReceivedCredential.maximumKeyLength)
        if !securityToken.isEmpty {
            try securityToken.check("SecurityToken", upTo: ReceivedCredential.maximumTokenLength)
        }
        self.keyID = ByteBuffer(copying: keyID)
        self.secret = Secret(copying: secret)
        self.securityToken = ByteBuffer(copying: securityToken)
        self.expiration = expiration
    }

    package borrowing func signing() -> SigningCredential {
        secret.withBytes {
            SigningCredential(keyID: keyID.span, secret: $0, securityToken: securityToken.span)
        }
    }

    package borrowing func hasSecret(of other: Credential) -> Bool {
        other.secret.withBytes { secret.equals($0) }
    }

    /// Lends the secret to `body`, which must wipe any copies that it makes.
    package borrowing func withSecret<Result: ~Copyable>(_ body: (Span<UInt8>) -> Result) -> Result {
        secret.withBytes(body)
    }

    package consuming func takeSecret() -> Secret {
        secret
    }

    /// STS tokens live for 12 hours at most, others for a few days; a longer life is due to a wrong clock or format.
    package static let longestLife: Int64 = 7 * 86_400

    /// Checks that this may replace `present`, which stays otherwise.
    package borrowing func check(replacing present: Credential?, at now: Timestamp) throws(CredentialError) {
        if let expiration {
            guard expiration > now else { throw .expired(since: expiration) }
            guard expiration - now <= ReceivedCredential.longestLife else { throw .endsTooLate(expiration) }
        }
        if let present { try checkWholeness(beside: present) }
    }

    /// Whether `present` lives longer, for instance because a server hands out cached tokens or shortened their life.
    package borrowing func endsBefore(_ present: Credential?) -> Bool {
        guard let expiration, let end = present?.expiration else { return false }
        return expiration < end
    }

    /// Whether a server handed out the same token again, as servers with a cache do.
    package borrowing func isSame(as present: Credential?) -> Bool {
        guard let present else { return false }
        return present.expiration == expiration && present.signing.keyID.equals(keyID.span)
            && present.signing.securityToken.equals(securityToken.span) && hasSecret(of: present)
    }

    /// Key id, secret and token change together; OSS rejects a mixture of two answers of STS.
    ///
    /// The expiration of the present token does not matter here: the server that mixed them may have set it.
    private borrowing func checkWholeness(beside present: Credential) throws(CredentialError) {
        // The owner of a key that does not expire may correct its secret.
        guard expiration != nil || present.expiration != nil else { return }
        let isSameKey = present.signing.keyID.equals(keyID.span)
        let isSameToken = present.signing.securityToken.equals(securityToken.span)
        if isSameKey, !hasSecret(of: present) { throw .sameKeyOtherSecret }
        if isSameKey, !isSameToken { throw .sameKeyOtherToken }
        if isSameToken, !isSameKey, !securityToken.isEmpty { throw .sameTokenOtherKey }
    }
}

extension Span<UInt8> {
    /// Checks that it has a valid length and only visible ASCII, as headers and URLs require.
    fileprivate func check(_ name: String, upTo limit: Int) throws(CredentialError) {
        guard !isEmpty else { throw .member(name, .empty) }
        guard count <= limit else { throw .member(name, .tooLong(limit: limit)) }
        guard isVisibleASCII else { throw .member(name, .characters) }
    }
}
