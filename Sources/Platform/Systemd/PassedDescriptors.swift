internal import CSystemd
internal import Glibc
package import Kernel

/// The open files that systemd passed at the start: listening sockets, and those stored with
/// `ServiceManager.keep`.
///
/// Each is taken once by its name; those left are closed with this value.
package struct PassedDescriptors: ~Copyable, Sendable {
    private var remaining: [(name: String, number: Int32)] = []

    /// Reads the variables and removes them, so that no child takes them for its own.
    package init() throws(SystemError) {
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = try SystemError.check(unsafe sd_listen_fds_with_names(1, &list), "sd_listen_fds")
        guard let names = unsafe list else { return }
        for index in 0..<Int(count) {
            guard let name = unsafe names[index] else { break }
            remaining.append((unsafe String(cString: name), SD_LISTEN_FDS_START + Int32(index)))
            unsafe free(name)
        }
        unsafe free(names)
    }

    deinit {
        for entry in remaining { close(entry.number) }
    }

    package var names: [String] { remaining.map(\.name) }

    /// Returns the next listening Unix stream socket of this name, or `nil`; fails if the units passed
    /// anything else under it.
    package mutating func takeListener(named name: String) throws(SystemError) -> Descriptor? {
        guard let descriptor = take(named: name) else { return nil }
        let isListener = sd_is_socket_unix(descriptor.number, Int32(SOCK_STREAM.rawValue), 1, nil, 0)
        guard isListener > 0 else {
            throw SystemError(call: "expect a listening Unix stream socket as", code: EPROTOTYPE, path: name)
        }
        try descriptor.makeNonBlocking()
        return descriptor
    }

    /// Returns the next listening TCP socket of this name; fails if other machines could reach it.
    package mutating func takeLoopbackListener(named name: String) throws(SystemError) -> LoopbackListener? {
        guard let descriptor = takeTCPListener(named: name) else { return nil }
        try descriptor.makeNonBlocking()
        return try LoopbackListener(adopting: descriptor)
    }

    /// Returns the next listener of this name at a metadata address; fails for any other address.
    package mutating func takeMetadataListener(named name: String) throws(SystemError) -> MetadataListener? {
        guard let descriptor = takeTCPListener(named: name) else { return nil }
        try descriptor.makeNonBlocking()
        return try MetadataListener(adopting: descriptor)
    }

    /// Returns the netlink socket of this name in the network namespace of a listener, which others there share.
    package mutating func takeNetlinkSocket(
        named name: String, inNamespaceOf listener: borrowing Descriptor
    ) throws(SystemError) -> Descriptor? {
        var others: [(name: String, number: Int32)] = []
        defer { remaining += others }
        while let socket = takeNetlinkSocket(named: name) {
            let isOfNamespace = try socket.finds(listener: listener)
            let copy = try socket.duplicate()
            others.append((name, socket.release()))
            if isOfNamespace { return copy }
        }
        return nil
    }

    /// Returns the next netlink socket of this name, which is in the network namespace of systemd.
    package mutating func takeNetlinkSocket(named name: String) -> Descriptor? {
        take(named: name) { sd_is_socket($0, AF_NETLINK, Int32(SOCK_RAW.rawValue), -1) > 0 }
    }

    private mutating func takeTCPListener(named name: String) -> Descriptor? {
        take(named: name) { sd_is_socket_inet($0, 0, Int32(SOCK_STREAM.rawValue), 1, 0) > 0 }
    }

    /// Returns the next open file of this name, or `nil`.
    package mutating func take(
        named name: String, where isWanted: (Int32) -> Bool = { _ in true }
    ) -> Descriptor? {
        guard let index = remaining.firstIndex(where: { $0.name == name && isWanted($0.number) }) else {
            return nil
        }
        return Descriptor(owning: remaining.remove(at: index).number)
    }
}
