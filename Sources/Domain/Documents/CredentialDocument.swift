package import Time

/// A credential while it is written down for another program; lent, never kept.
package struct CredentialDocument: ~Escapable {
    package let accessKeyID: Span<UInt8>
    package let accessKeySecret: Span<UInt8>
    /// Empty for a long-lived key.
    package let securityToken: Span<UInt8>
    /// `nil` for a key that does not expire.
    package var expiration: Timestamp?
    /// When the credential was fetched.
    package var lastUpdated: Timestamp?
    /// Where the programs that have one file for all are to go; empty: they know.
    package var endpoint = ""
    package var region = ""

    @_lifetime(copy accessKeyID, copy accessKeySecret, copy securityToken)
    package init(accessKeyID: Span<UInt8>, accessKeySecret: Span<UInt8>, securityToken: Span<UInt8>) {
        self.accessKeyID = accessKeyID
        self.accessKeySecret = accessKeySecret
        self.securityToken = securityToken
    }
}
