internal import Bytes

/// The users and groups that this process can tell apart: all those unknown to its user namespace share one
/// number.
package struct UserNamespace: Sendable {
    /// The number of unknown users; `nil` if all users are known.
    private let unknownUser: UInt32?
    private let unknownGroup: UInt32?

    /// Parses the kernel's maps of users and groups, and its numbers for unknown ones.
    package init(users: String, groups: String, unknownUser: String, unknownGroup: String) {
        self.unknownUser = UserNamespace.isWhole(users) ? nil : UserNamespace.number(unknownUser)
        self.unknownGroup = UserNamespace.isWhole(groups) ? nil : UserNamespace.number(unknownGroup)
    }

    /// The namespace of this process; if `/proc` has no maps, the kernel has no user namespaces.
    package static let own = UserNamespace(
        users: text("/proc/self/uid_map") ?? whole, groups: text("/proc/self/gid_map") ?? whole,
        unknownUser: text("/proc/sys/kernel/overflowuid") ?? "",
        unknownGroup: text("/proc/sys/kernel/overflowgid") ?? "")

    /// Returns the number of a known user, or the highest number, which belongs to no user.
    package func known(user: UInt32) -> UInt32 { user == unknownUser ? .max : user }

    package func known(group: UInt32) -> UInt32 { group == unknownGroup ? .max : group }

    private static let whole = "0 0 4294967295"

    private static func isWhole(_ map: String) -> Bool {
        let numbers = map.split { $0 == " " || $0 == "\n" }
        return numbers.elementsEqual(whole.split(separator: " "))
    }

    /// The default of the kernel is 65534.
    private static func number(_ text: String) -> UInt32 {
        UInt32(text.prefix { $0 != "\n" }) ?? 65_534
    }

    private static func text(_ path: String) -> String? {
        guard let text = try? File.contents(of: path, atMost: 65_536) else { return nil }
        return String(copying: text.span)
    }
}
