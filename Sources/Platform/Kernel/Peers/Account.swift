internal import Glibc

/// A user of the system.
///
/// A lookup may ask a server on the network, so do it only at start and reload.
package struct Account: Equatable, Sendable {
    package let name: String
    package let user: UInt32
    package let group: UInt32

    package init(name: String, user: UInt32, group: UInt32) {
        self.name = name
        self.user = user
        self.group = group
    }

    /// Returns `nil` if there is no such user.
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

    /// Returns the number of a group, or `nil` if there is no such group.
    package static func group(named name: String) throws(SystemError) -> UInt32? {
        guard !name.utf8.contains(0) else { return nil }
        return try unsafe lookUp("getgrnam_r") { entry, room, size, found in
            unsafe getgrnam_r(name, entry, room, size, found)
        } reading: { (entry: Glibc.group) in
            unsafe entry.gr_gid
        }
    }

    /// Returns the name of a group, or `nil` if there is no such group.
    package static func group(numbered number: UInt32) throws(SystemError) -> String? {
        try unsafe lookUp("getgrgid_r") { entry, room, size, found in
            unsafe getgrgid_r(number, entry, room, size, found)
        } reading: { (entry: Glibc.group) in
            unsafe entry.gr_name.map { unsafe String(cString: $0) } ?? ""
        }
    }

    /// Returns all groups that the user has after a login, including the primary one.
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

/// Calls one of the `get…_r` functions, growing its buffer until the result fits.
private func lookUp<Entry, Found>(
    _ call: StaticString,
    _ function: (
        _ entry: UnsafeMutablePointer<Entry>, _ room: UnsafeMutablePointer<CChar>, _ size: Int,
        _ found: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
    ) -> Int32,
    reading read: (Entry) -> Found
) throws(SystemError) -> Found? {
    var size = 1_024
    while true {
        let entry = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
        let room = UnsafeMutablePointer<CChar>.allocate(capacity: size)
        defer {
            unsafe entry.deallocate()
            unsafe room.deallocate()
        }
        var found: UnsafeMutablePointer<Entry>?
        let code = unsafe function(entry, room, size, &found)
        switch code {
        case 0: return unsafe found.map { unsafe read($0.pointee) }
        case EINTR: continue
        case ERANGE: size *= 2
        // The manual lists these as "not found" besides 0.
        case ENOENT, ESRCH, EBADF, EPERM: return nil
        default: throw SystemError(call: call, code: code)
        }
    }
}
