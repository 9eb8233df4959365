package import JSON
package import Tokens

/// Where in a server's answer a member stands.
package struct MappedMember: Equatable, Sendable {
    /// Those that may stand elsewhere.
    static let members: [ReplyMember] = [.keyID, .secret, .token, .expiration, .signature]

    package let member: ReplyMember
    package let pointer: JSONPointer
}
