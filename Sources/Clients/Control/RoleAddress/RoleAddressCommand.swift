internal import Bytes
package import CommandLine
internal import Kernel

/// `role-address`: prints the script that gives users the role address, or takes it away.
package struct RoleAddressCommand: ProgramCommand {
    package static let command = Command(
        "role-address", "Print the script that gives users the role of an instance",
        details: [
            """
            Programs of these users that ask 100.100.100.200 or 169.254.169.254 for the role of an instance reach \
            the daemon, and get what the rules grant to their user and unit. All other users, and root, reach the \
            metadata of the instance as before.
            """,
            """
            The script needs systemd, ip and nft. It installs a service with two locks, a table of routes and \
            a filter, so that a served user never reaches the metadata of the instance. A timer puts both \
            back, and a socket unit listens for the daemon. The script names all users: those of an earlier \
            one are no longer served.
            """,
        ],
        arguments: [
            Argument("USER", "A user to serve, by name or number.", count: .any, completedBy: .users)
        ],
        options: [.removeRoleAddress],
        examples: [
            Example("role-address www-data backup", "the script, to read it"),
            Example("role-address www-data backup", "install it", output: "| sudo sh"),
            Example("role-address --remove", "take it away", output: "| sudo sh"),
        ])
    package static let hasJSON = false

    /// By name or number; `nil`: the role address is to be taken away.
    package let users: [String]?

    package init(_ call: Call) throws(UsageError) {
        let removes = call.has(.removeRoleAddress)
        guard removes == call.arguments.isEmpty else {
            throw UsageError(removes ? "--remove takes no users" : "name a user, or give --remove")
        }
        users = removes ? nil : call.arguments
    }

    package func run(_ session: inout Session) throws(Failure) -> ExitStatus {
        guard let users else {
            try session.terminal.print(RoleScript.removal)
            return .done
        }
        var numbers: Set<UInt32> = []
        for user in users { numbers.insert(try RoleAddressCommand.number(ofServed: user)) }
        try session.terminal.print(RoleScript.installation(for: numbers.sorted()))
        return .done
    }
}

extension Option {
    static let removeRoleAddress = Option("remove", .flag, "Print the script that takes everything away.")
}

extension RoleAddressCommand {
    private static func number(ofServed user: String) throws(Failure) -> UInt32 {
        guard let account = try account(of: user) else {
            throw Failure(.usage, "this host knows no user '\(user)'")
        }
        if let obstacle = obstacle(to: account) {
            throw Failure(.usage, "'\(account.name)' cannot be served: \(obstacle)")
        }
        return account.user
    }

    private static func account(of user: String) throws(Failure) -> Account? {
        do throws(SystemError) {
            guard let number = UInt32(user) else { return try Account.named(user) }
            return try Account.numbered(number) ?? Account(name: user, user: number, group: number)
        } catch {
            throw Failure(.usage, "\(error)")
        }
    }

    /// Why the locks would not hold for this user, or would hold too much.
    private static func obstacle(to account: Account) -> String? {
        switch (account.user, account.name) {
        case (0, _): "the agents of the cloud run as root, and need the metadata of the instance"
        case (61_184...65_519, _):
            "systemd gives its number to another unit later; set User= of the unit to a user that stays"
        case (_, "ossauth-fetch"): "it fetches tokens from the metadata of the instance"
        case (_, let name) where hasFurtherNumbers(name, account.user):
            "it can run programs as users of its own, which are not served; remove its line from /etc/subuid"
        default: nil
        }
    }

    private static func hasFurtherNumbers(_ name: String, _ number: UInt32) -> Bool {
        guard let file = try? File.contents(of: "/etc/subuid", atMost: 1_048_576) else { return false }
        let owners = String(copying: file.span).split(separator: "\n").map { $0.prefix { $0 != ":" } }
        return owners.contains { $0 == name || $0 == String(number) }
    }
}
