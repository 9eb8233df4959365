package import Time

/// A borrowed credential while it is written for another program.
package struct CredentialDocument: ~Escapable {
    package let accessKeyID: Span<UInt8>
    package let accessKeySecret: Span<UInt8>
    /// Empty for a long-lived key.
    package let securityToken: Span<UInt8>
    /// `nil`: the key does not expire.
    package var expiration: Timestamp?
    /// The time of the fetch.
    package var lastUpdated: Timestamp?
    /// For programs that keep endpoint and credential in one file; empty: not written.
    package var endpoint = ""
    package var region = ""
    /// The names that the form `env` uses.
    package var variables = [VariableChoice.set(.oss)]
    /// Further members for the form `appserver`; one with an empty value is not written.
    package var others: [(name: StaticString, value: String)] = []

    @_lifetime(copy accessKeyID, copy accessKeySecret, copy securityToken)
    package init(accessKeyID: Span<UInt8>, accessKeySecret: Span<UInt8>, securityToken: Span<UInt8>) {
        self.accessKeyID = accessKeyID
        self.accessKeySecret = accessKeySecret
        self.securityToken = securityToken
    }
}
