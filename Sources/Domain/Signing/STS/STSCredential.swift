internal import Bytes

/// A key lent for one call of STS; nothing of it is kept.
package struct STSCredential: ~Escapable {
    let keyID: Span<UInt8>
    let secret: Span<UInt8>
    let securityToken: Span<UInt8>

    /// `nil` when the id or the token has a byte that would forge a header.
    ///
    /// The token of a long-lived key is empty.
    @_lifetime(copy keyID, copy secret, copy securityToken)
    package init?(keyID: Span<UInt8>, secret: Span<UInt8>, securityToken: Span<UInt8>) {
        guard !keyID.isEmpty, keyID.isVisibleASCII, securityToken.isVisibleASCII, !secret.isEmpty else {
            return nil
        }
        self.keyID = keyID
        self.secret = secret
        self.securityToken = securityToken
    }

    var hasToken: Bool { !securityToken.isEmpty }
}
