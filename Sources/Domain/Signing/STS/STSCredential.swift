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
        guard !keyID.isEmpty, keyID.isVisible, securityToken.isVisible, !secret.isEmpty else { return nil }
        self.keyID = keyID
        self.secret = secret
        self.securityToken = securityToken
    }

    var hasToken: Bool { !securityToken.isEmpty }
}

extension Span<UInt8> {
    /// Whether every byte is printed ASCII without a blank.
    var isVisible: Bool {
        for index in 0..<count where !(0x21...0x7E).contains(self[index]) { return false }
        return true
    }
}
