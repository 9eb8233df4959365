internal import Access
package import Sections

/// The section `[Role]`: the users whose programs find the daemon where they look for the role of an instance.
///
/// The daemon serves what reaches it; root makes routes and filters of the users, from `--print role`.
package struct RoleAddressSettings: Equatable, Sendable {
    package internal(set) var users: [ServedUser] = []

    static let keys: [Key<RoleAddressSettings>] = [
        .words(
            "User", \.users, .servedUser,
            "Users, by name or number, whose programs get their role at 100.100.100.200 and 169.254.169.254."
        )
        .mandatory
    ]

    /// Reads this section alone: mistakes in others must not open the way to the metadata of the instance.
    ///
    /// A heading or a key that is unknown may be meant for this section, so it is an error.
    package init(in files: [SourceFile], environment: Environment) throws(InvalidSettings) {
        var reading = Reading(files, environment: environment)
        for section in SectionList(files, of: SectionKind.ofDaemon, &reading).sections
        where section.kind == .role {
            section.read(RoleAddressSettings.keys, into: &self, &reading)
        }
        try reading.throwProblems()
    }

    init() {}

    /// A line with number and name for each user.
    package var lines: String {
        users.compactMap { user in user.number.map { "\($0) \(user.name)\n" } }.joined()
    }

    func warnOfUnknownUsers(in section: Section, _ reading: inout Reading) {
        for user in users where user.number == nil {
            reading.warn(
                "this host knows no user '\(user.name)', so no user but root reaches the role address",
                at: section.position(of: "User"))
        }
    }
}

package struct ServedUser: Equatable, Sendable {
    /// As the configuration writes it: a name or a number.
    package let name: String
    /// `nil`: this host does not know the name; accepted only when the daemon starts.
    package let number: UInt32?

    /// Why the locks would not hold for this user, or would hold too much.
    fileprivate var obstacle: String? {
        switch (number, name) {
        case (0, _): "the agents of the cloud run as root, and need the metadata of the instance"
        case (.some(61_184...65_519), _):
            "systemd gives its number to another unit later; set User= of the unit to a user that stays"
        case (_, "ossauth-fetch"): "it fetches tokens from the metadata of the instance"
        default: nil
        }
    }
}

extension Kind<ServedUser> {
    fileprivate static var servedUser: Kind {
        Kind(
            write: \.name,
            read: { text, environment throws(Complaint) in
                let user = ServedUser(
                    name: text, number: try Kind<Owner>.user.read(text, environment).number)
                if let obstacle = user.obstacle {
                    throw Complaint(message: "'\(text)' cannot be served: \(obstacle)")
                }
                return user
            })
    }
}
