internal import Bytes
internal import Signing
package import Time

extension ReceivedCredential {
    /// STS tokens live for 12 hours at most, others for a few days; what claims more comes from a wrong clock or format.
    package static let longestLife: Int64 = 7 * 86_400

    /// Whether this may take the place of `present`.
    ///
    /// Nothing is lost by saying no: the present one stays.
    package borrowing func check(replacing present: Credential?, at now: Timestamp) throws(CredentialError) {
        if let expiration { try checkEnd(expiration, at: now) }
        if let present { try checkWholeness(beside: present) }
    }

    private borrowing func checkEnd(_ expiration: Timestamp, at now: Timestamp) throws(CredentialError) {
        guard expiration > now else { throw .expired(since: expiration) }
        guard expiration - now <= ReceivedCredential.longestLife else { throw .endsTooLate(expiration) }
    }

    /// Whether `present` is the better one, because it lives longer: what a server hands out from its memory, or one
    /// whose tokens live shorter than they did.
    package borrowing func endsBefore(_ present: Credential?) -> Bool {
        guard let expiration, let end = present?.expiration else { return false }
        return expiration < end
    }

    /// Whether a server handed out what it had handed out before, as those do that keep tokens themselves.
    package borrowing func isSame(as present: Credential?) -> Bool {
        guard let present else { return false }
        return present.expiration == expiration && present.signing.keyID.equals(keyID.span)
            && present.signing.securityToken.equals(securityToken.span) && hasSecret(of: present)
    }

    /// Key id, secret and token change together; OSS refuses what is mixed from two answers of STS.
    ///
    /// No clock is asked whether the present token still counts: the server that mixed them may have set it.
    private borrowing func checkWholeness(beside present: Credential) throws(CredentialError) {
        // A key that does not end is what its owner says, who may also have to correct it.
        guard expiration != nil || present.expiration != nil else { return }
        let isSameKey = present.signing.keyID.equals(keyID.span)
        let isSameToken = present.signing.securityToken.equals(securityToken.span)
        if isSameKey, !hasSecret(of: present) { throw .sameKeyOtherSecret }
        if isSameKey, !isSameToken { throw .sameKeyOtherToken }
        if isSameToken, !isSameKey, !securityToken.isEmpty { throw .sameTokenOtherKey }
    }
}
