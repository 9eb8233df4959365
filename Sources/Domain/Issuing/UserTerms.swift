package import Access

/// The rights of a user, or of each user of a group: one `[User NAME]` or `[Group NAME]` section.
package struct UserTerms: Equatable, Sendable {
    /// The name of the section.
    package var name: String
    package var profile = ""
    /// The buckets, keys, methods and parameters that the policy is compiled from.
    package var scope: Rule
    /// A written policy takes the place of the compiled one.
    package var template: PolicyTemplate?
    package var policyFile: String?
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

    /// The session policy of the user.
    package func policy(of user: UserName) throws(ScopeProblem) -> String {
        if let template { return template.policy(of: user) }
        return try scopedPolicy(of: user).text
    }

    /// The parts of the scope that a compiled policy leaves out, each with the way to have it.
    package func losses(of user: UserName) -> [ScopeLoss] {
        guard template == nil, policyFile == nil else { return [] }
        return (try? scopedPolicy(of: user))?.losses ?? []
    }

    private func scopedPolicy(of user: UserName) throws(ScopeProblem) -> ScopedPolicy {
        guard let rule = scope.expanded(forUser: user.text) else { throw .nothing(losses: []) }
        return try ScopedPolicy([rule])
    }
}

/// A user who proved who it is.
package struct Identity: Equatable, Sendable {
    package let user: UserName
    /// In the order of their importance.
    package let groups: [String]

    package init(_ user: UserName, groups: [String]) {
        self.user = user
        self.groups = groups
    }
}

/// The users and groups of the configuration.
package struct UserDirectory: Sendable {
    private let users: [String: UserTerms]
    private let groups: [UserTerms]

    package init(users: [UserTerms], groups: [UserTerms]) {
        self.users = Dictionary(users.map { ($0.name, $0) }) { first, _ in first }
        self.groups = groups
    }

    /// The terms of a user's own section, or else of the first group in the configuration that it is in.
    package func terms(of identity: Identity) -> UserTerms? {
        users[identity.user.text] ?? groups.first { identity.groups.contains($0.name) }
    }

    package func has(group: String) -> Bool { groups.contains { $0.name == group } }

    package func has(user: String) -> Bool { users[user] != nil }

    /// The user whom the subject of a certificate names.
    package func identity(ofSubject subject: Span<UInt8>) -> Identity? {
        for (name, terms) in users where terms.subjects.contains(where: { $0.matches(subject) }) {
            return UserName(name).map { Identity($0, groups: []) }
        }
        for group in groups {
            for pattern in group.subjects {
                if let user = pattern.user(in: subject) { return Identity(user, groups: [group.name]) }
            }
        }
        return nil
    }
}
