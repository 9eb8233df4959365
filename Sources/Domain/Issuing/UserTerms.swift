package import Access
package import Scoping
// All files of this module, and those that import it, compare texts byte by byte.
@_exported import TextEquality

/// The rights of a user, or of each user of a group: one `[User NAME]` or `[Group NAME]` section.
package struct UserTerms: Equatable, Sendable {
    /// The name of the section.
    package var name: String
    package var isOfGroup = true
    /// The only proof that these rights are for; `nil`: any proof of a member of the group.
    package var proof: Proof?
    package var profile = ""
    /// The buckets, keys, methods and parameters that the policy is compiled from.
    package var scope: Rule
    /// A written policy takes the place of the compiled one.
    package var written: WrittenPolicy?
    /// `nil`: the duration of the profile.
    package var duration: Duration?
    package var rate: Rate?
    package var burst: Int?
    package var subjects: [SubjectPattern] = []

    package init(name: String) {
        self.name = name
        scope = Rule(name: name)
        scope.operations = [.credentials]
    }

    package var heading: String { isOfGroup ? "[Group \(name)]" : "[User \(name)]" }

    func accepts(_ proof: Proof) -> Bool { self.proof == nil || self.proof == proof }

    /// The session policy of the user.
    package func policy(of user: UserName) throws(ScopeProblem) -> String {
        if case .template(let template) = written { return template.policy(of: user) }
        return try scopedPolicy(of: user).text
    }

    /// The parts of the scope that a compiled policy leaves out, each with the way to have it.
    package func losses(of user: UserName) throws(ScopeProblem) -> [ScopeLoss] {
        guard written == nil else { return [] }
        return try scopedPolicy(of: user).losses
    }

    private func scopedPolicy(of user: UserName) throws(ScopeProblem) -> ScopedPolicy {
        guard let rule = scope.expanded(forUser: user.text) else { throw .nothing(losses: []) }
        return try ScopedPolicy([rule])
    }
}

/// The policy that the configuration states for a user or a group.
package enum WrittenPolicy: Equatable, Sendable {
    case template(PolicyTemplate)
    /// A file whose template is not read yet.
    case file(path: String)
}

/// The users and groups of the configuration.
package struct UserDirectory: Sendable {
    private let users: [String: UserTerms]
    private let groups: [UserTerms]
    private let denied: Set<ProvenName>

    package init(users: [UserTerms], groups: [UserTerms], denied: [ProvenName] = []) {
        self.users = Dictionary(users.map { ($0.name, $0) }) { first, _ in first }
        self.groups = groups
        self.denied = Set(denied)
    }

    /// Whether the user was locked out.
    package func denies(_ name: ProvenName) -> Bool { denied.contains(name) }

    /// The terms of a user's own section for this proof, or else of the first group in the configuration that it is in.
    package func terms(of identity: Identity) -> UserTerms? {
        // A certificate in a group is one that the group's pattern names, and not the one of a section of its own.
        let proof = identity.name.proof
        let mayBeOwn = proof != .certificate || identity.groups.isEmpty
        if mayBeOwn, let own = users[identity.user.text], own.proof == proof { return own }
        return groups.first { group in group.accepts(proof) && identity.groups.contains(group.name) }
    }

    /// Whether users with a bearer token may be in this group.
    package func has(group: String) -> Bool { groups.contains { $0.name == group && $0.accepts(.token) } }

    /// Whether there is a section for the bearer token of this user.
    package func has(user: String) -> Bool { users[user]?.proof == .token }

    /// The user whom the subject of a certificate names.
    package func identity(ofSubject subject: Span<UInt8>) -> Identity? {
        for (name, terms) in users where terms.subjects.contains(where: { $0.matches(subject) }) {
            return UserName(name).map { Identity($0, by: .certificate, groups: []) }
        }
        for group in groups {
            for pattern in group.subjects {
                guard let user = pattern.user(in: subject) else { continue }
                return Identity(user, by: .certificate, groups: [group.name])
            }
        }
        return nil
    }
}
