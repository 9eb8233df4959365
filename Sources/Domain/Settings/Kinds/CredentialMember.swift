/// What a server's answer has to tell.
package enum CredentialMember: String, CaseIterable, Sendable {
    case accessKeyID = "AccessKeyId"
    case accessKeySecret = "AccessKeySecret"
    case securityToken = "SecurityToken"
    case expiration = "Expiration"
    case signature = "Signature"
}
