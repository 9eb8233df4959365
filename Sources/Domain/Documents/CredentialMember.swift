package import Bytes
internal import Text
internal import Time

/// One member of a credential, as a value of its own: in a file, or in a variable.
package enum CredentialMember: String, CaseIterable, Sendable {
    case accessKeyID = "AccessKeyId"
    case accessKeySecret = "AccessKeySecret"
    case securityToken = "SecurityToken"
    case expiration = "Expiration"
}

extension ByteBuffer {
    /// Appends the bare value, which is empty where the credential has none.
    package mutating func append(_ member: CredentialMember, of document: borrowing CredentialDocument) {
        switch member {
        case .accessKeyID: append(document.accessKeyID)
        case .accessKeySecret: append(document.accessKeySecret)
        case .securityToken: append(document.securityToken)
        case .expiration: if let end = document.expiration { append(rfc3339: end) }
        }
    }
}
