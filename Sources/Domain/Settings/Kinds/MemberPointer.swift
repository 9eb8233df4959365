/// Where in a JSON document a member stands (RFC 6901).
package struct MemberPointer: Equatable, Sendable {
    package let member: CredentialMember
    package let pointer: String
}
