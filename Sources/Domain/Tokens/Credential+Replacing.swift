internal import Bytes
internal import Signing
package import Time

extension ReceivedCredential {
    /// No STS token lives longer than 12 hours; what claims to is a bug in somebody's clock or format.
    package static let longestLife: Int64 = 7 * 86_400

    /// Whether this may take the place of `present`. Nothing is lost by saying no: the present one stays.
    package borrowing func check(replacing present: Credential?, at now: Timestamp) throws(CredentialError) {
        if let expiration {
            guard expiration > now else { throw .expired(since: expiration) }
            guard expiration - now <= ReceivedCredential.longestLife else { throw .expirationImplausible }
        }
        guard let present, !present.isExpired(at: now) else { return }
        if present.signing.keyID.equals(keyID.span), !hasSecret(of: present) { throw .sameKeyOtherSecret }
        if let expiration, let earlier = present.expiration, expiration < earlier { throw .shorterLived }
    }
}
