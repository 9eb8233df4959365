/// A key id with its secret and, for a temporary one, its token.
///
/// It does not print its secrets. They are Swift strings, which cannot be wiped: a process that must not keep them in memory
/// asks the daemon to sign.
public struct OSSCredential: Equatable, Sendable {
    /// The id of the key, which is no secret.
    public var accessKeyID: String
    /// The secret of the key.
    public var accessKeySecret: String
    /// `nil` for a long-lived key.
    public var securityToken: String?
    /// `nil`: it has no end, or none is known.
    public var expiration: UnixTime?

    /// A key from another source.
    public init(
        accessKeyID: String, accessKeySecret: String, securityToken: String? = nil,
        expiration: UnixTime? = nil
    ) {
        self.accessKeyID = accessKeyID
        self.accessKeySecret = accessKeySecret
        self.securityToken = securityToken
        self.expiration = expiration
    }
}

extension OSSCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The key id and the end, and no secret.
    public var description: String {
        "\(accessKeyID), \(expiration.map { "until \($0)" } ?? "without an end")"
    }

    /// The same: no secret here either.
    public var debugDescription: String { description }

    /// Without secrets, so that neither `dump` nor a debugger that uses mirrors shows them.
    public var customMirror: Mirror {
        Mirror(self, children: ["accessKeyID": accessKeyID, "expiration": expiration as Any])
    }
}
