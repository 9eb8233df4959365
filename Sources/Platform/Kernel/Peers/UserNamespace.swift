internal import Bytes

/// Which users and groups this process can tell from each other: those whom its user namespace does not know all have one
/// number.
package struct UserNamespace: Sendable {
    /// The number of the users who are not known; `nil` where all are.
    private let unknownUser: UInt32?
    private let unknownGroup: UInt32?

    /// By the kernel's maps of users and groups, and its numbers for those who are in none.
    package init(users: String, groups: String, unknownUser: String, unknownGroup: String) {
        self.unknownUser = UserNamespace.isWhole(users) ? nil : UserNamespace.number(unknownUser)
        self.unknownGroup = UserNamespace.isWhole(groups) ? nil : UserNamespace.number(unknownGroup)
    }

    /// That of this process; where the kernel does not tell, it has no namespaces of users.
    package static let own = UserNamespace(
        users: text("/proc/self/uid_map") ?? whole, groups: text("/proc/self/gid_map") ?? whole,
        unknownUser: text("/proc/sys/kernel/overflowuid") ?? "",
        unknownGroup: text("/proc/sys/kernel/overflowgid") ?? "")

    /// The number of the user, or nobody's: the highest one belongs to no one.
    package func known(user: UInt32) -> UInt32 { user == unknownUser ? .max : user }

    package func known(group: UInt32) -> UInt32 { group == unknownGroup ? .max : group }
}

extension UserNamespace {
    private static let whole = "0 0 4294967295"

    private static func isWhole(_ map: String) -> Bool {
        let numbers = map.split { $0 == " " || $0 == "\n" }
        return numbers.elementsEqual(whole.split(separator: " "))
    }

    /// What the kernel says unless somebody changed it.
    private static func number(_ text: String) -> UInt32 {
        UInt32(text.prefix { $0 != "\n" }) ?? 65_534
    }

    private static func text(_ path: String) -> String? {
        guard let text = try? File.contents(of: path, atMost: 65_536) else { return nil }
        return String(copying: text.span)
    }
}
