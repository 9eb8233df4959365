/// The shell scripts that give users the role address, and take it away.
///
/// A connection to the address stays within the host by a rule of routing for the user, and arrives at the daemon with both of its
/// addresses as they are, so the kernel knows its owner. A filter drops it where it would leave the host.
package enum RoleScript {
    /// The script of both locks, which looks at them with `check`.
    static let locks = "/etc/ossauthd/role-address.sh"

    /// `users`: the numbers of the users to serve.
    package static func installation(for users: [UInt32]) -> String {
        let numbers = users.map(String.init).joined(separator: " ")
        return "users='\(numbers)'\n\(String(decoding: PackageResources.install_sh, as: UTF8.self))"
    }

    package static var removal: String { String(decoding: PackageResources.remove_sh, as: UTF8.self) }
}
