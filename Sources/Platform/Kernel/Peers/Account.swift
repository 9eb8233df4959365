internal import Glibc

/// A user of the system.
///
/// Looking one up may ask the network, so only do it at the start and when reloading.
package struct Account: Equatable, Sendable {
    package let name: String
    package let user: UInt32
    package let group: UInt32

    package init(name: String, user: UInt32, group: UInt32) {
        self.name = name
        self.user = user
        self.group = group
    }
}

extension Account {
    /// `nil` when there is no such user.
    package static func named(_ name: String) throws(SystemError) -> Account? {
        guard !name.utf8.contains(0) else { return nil }
        return try unsafe lookUp("getpwnam_r") { entry, room, size, found in
            unsafe getpwnam_r(name, entry, room, size, found)
        } reading: { (entry: passwd) in
            unsafe Account(entry)
        }
    }

    package static func numbered(_ user: UInt32) throws(SystemError) -> Account? {
        try unsafe lookUp("getpwuid_r") { entry, room, size, found in
            unsafe getpwuid_r(user, entry, room, size, found)
        } reading: { (entry: passwd) in
            unsafe Account(entry)
        }
    }

    /// The number of a group, `nil` when there is none of that name.
    package static func group(named name: String) throws(SystemError) -> UInt32? {
        guard !name.utf8.contains(0) else { return nil }
        return try unsafe lookUp("getgrnam_r") { entry, room, size, found in
            unsafe getgrnam_r(name, entry, room, size, found)
        } reading: { (entry: Glibc.group) in
            unsafe entry.gr_gid
        }
    }

    /// The name of a group, `nil` when there is none of that number.
    package static func group(numbered number: UInt32) throws(SystemError) -> String? {
        try unsafe lookUp("getgrgid_r") { entry, room, size, found in
            unsafe getgrgid_r(number, entry, room, size, found)
        } reading: { (entry: Glibc.group) in
            unsafe entry.gr_name.map { unsafe String(cString: $0) } ?? ""
        }
    }

    /// All groups that the user gets when logging in, the primary one among them.
    package func groups() -> [UInt32] {
        var count: Int32 = 64
        while true {
            var groups = [gid_t](repeating: 0, count: Int(count))
            let capacity = count
            if unsafe getgrouplist(name, group, &groups, &count) >= 0 {
                return Array(groups.prefix(Int(count)))
            }
            count = max(count, capacity * 2)
        }
    }

    private init(_ entry: passwd) {
        name = unsafe entry.pw_name.map { unsafe String(cString: $0) } ?? ""
        user = unsafe entry.pw_uid
        group = unsafe entry.pw_gid
    }
}
