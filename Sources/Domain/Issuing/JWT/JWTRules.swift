internal import Bytes
internal import JSON
internal import Text
package import Time

/// The JSON Web Tokens that prove a user (RFC 7519).
package struct JWTRules: Equatable, Sendable {
    /// The difference of clocks between the issuer and this host.
    private static let leeway: Int64 = 60

    package var issuer = ""
    package var audience = ""
    package var userClaim = "sub"
    package var groupClaim = "groups"

    package init() {}

    /// The user of a token: the signature is checked before the claims are looked at.
    package func identity(
        ofToken text: Span<UInt8>, signedWith keys: JSONWebKeys, at now: Timestamp, by isValid: SignatureCheck
    ) throws(JWTError) -> Identity {
        let token = try CompactSignature(text)
        try token.check(text, with: keys, by: isValid)
        let claims = try JWTMembers(token.payload.span)
        try check(claims, at: now.secondsSince1970)
        guard case .text(let name)? = try claim(userClaim, of: claims, in: token.payload.span),
            !name.isEmpty, let user = UserName(ClaimedName.legal(name))
        else { throw .user }
        let groups = JWTMembers.texts(try claim(groupClaim, of: claims, in: token.payload.span))
        return Identity(user, by: .jwt, groups: groups.map(ClaimedName.legal))
    }

    /// A claim by its name, or at a place such as `/realm_access/roles`.
    private func claim(
        _ name: String, of claims: JWTMembers, in payload: Span<UInt8>
    ) throws(JWTError) -> JWTMembers.Value? {
        guard name.utf8.first == UInt8(ascii: "/"), let pointer = JSONPointer(name) else {
            return claims.value(name)
        }
        do throws(JSONError) {
            guard let place = try pointer.place(in: payload) else { return nil }
            var json = JSONReader(payload.extracting(place))
            return try JWTMembers.value(&json)
        } catch {
            throw .malformed
        }
    }

    private func check(_ claims: JWTMembers, at now: Int64) throws(JWTError) {
        guard let end = claims.number("exp"), now - JWTRules.leeway < Int64(end) else {
            throw .expiration
        }
        for name in ["nbf", "iat"] where claims.has(name) {
            guard let start = claims.number(name), Int64(start) <= now + JWTRules.leeway else {
                throw .notYetValid
            }
        }
        guard claims.text("iss") == issuer else { throw .issuer }
        guard JWTMembers.texts(claims.value("aud")).contains(audience) else { throw .audience }
    }
}
