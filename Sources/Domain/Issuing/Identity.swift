/// The way in which a user proves who it is.
package enum Proof: String, CaseIterable, Sendable {
    /// A bearer token that was enrolled here.
    case token
    case certificate
    /// A JSON Web Token of the identity provider.
    case jwt
}

/// The name of a user with its proof, such as `jwt:alice`: a user of the same name by another proof is another user.
package struct ProvenName: Hashable, Sendable, CustomStringConvertible {
    package let user: UserName
    package let proof: Proof

    package static let complaint =
        "a user is token:NAME, certificate:NAME or jwt:NAME, where \(UserName.complaint)"

    package init(_ user: UserName, by proof: Proof) {
        self.user = user
        self.proof = proof
    }

    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, let proof = Proof(rawValue: parts[0]), let user = UserName(parts[1]) else {
            return nil
        }
        self.init(user, by: proof)
    }

    package var description: String { "\(proof.rawValue):\(user)" }
}

/// A user who proved who it is.
package struct Identity: Equatable, Sendable {
    package let name: ProvenName
    /// In the order of their importance.
    package let groups: [String]

    package init(_ user: UserName, by proof: Proof, groups: [String]) {
        name = ProvenName(user, by: proof)
        self.groups = groups
    }

    package var user: UserName { name.user }
}

/// A user with the section that it has its rights from; tokens and limits are kept for each of these.
package struct Principal: Hashable, Sendable, CustomStringConvertible {
    package let name: ProvenName
    /// As in the configuration, `[Group hosts]`.
    package let section: String

    package init(_ name: ProvenName, in section: String) {
        self.name = name
        self.section = section
    }

    package var user: UserName { name.user }

    package var description: String { name.description }
}
