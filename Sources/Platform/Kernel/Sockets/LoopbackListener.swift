internal import CLinux
internal import Glibc

/// The two loopback addresses.
package enum Loopback: Sendable {
    /// 127.0.0.1
    case v4
    /// ::1
    case v6

    var family: Int32 { self == .v4 ? AF_INET : AF_INET6 }

    /// As written in `Host`.
    package var text: StaticString { self == .v4 ? "127.0.0.1" : "[::1]" }

    /// Connects, waiting only for the kernel's handshake.
    package func connect(port: UInt16, waitingUntil deadline: Int64) throws(SystemError) -> Descriptor {
        let socket = Descriptor(owning: try SystemError.check(linux_socket(family), "socket"))
        var result = linux_connect_loopback(socket.number, family, port)
        while result == -EINPROGRESS || result == -EALREADY || result == -EINTR {
            try socket.wait(for: Int16(POLLOUT), until: deadline)
            result = linux_connect_loopback(socket.number, family, port)
        }
        if result != -EISCONN { try SystemError.check(result, "connect") }
        return socket
    }
}

/// A TCP listener that only this machine can reach.
package struct LoopbackListener: ~Copyable, Sendable {
    package let socket: Descriptor
    package let address: Loopback
    package let port: UInt16

    /// Port 0 lets the kernel choose a free port.
    package init(_ address: Loopback = .v4, port: UInt16, backlog: Int32) throws(SystemError) {
        let socket = Descriptor(owning: try SystemError.check(linux_socket(address.family), "socket"))
        try SystemError.check(linux_bind_loopback(socket.number, address.family, port), "bind")
        try SystemError.check(retrying { listen(socket.number, backlog) }, "listen")
        try self.init(adopting: socket)
    }

    /// Takes ownership of a listener that another process opened; fails if other machines could reach it.
    package init(adopting socket: consuming Descriptor) throws(SystemError) {
        guard try SystemError.check(linux_is_loopback(socket.number), "getsockname") == 1 else {
            throw SystemError(call: "expect 127.0.0.1 or ::1 as address of", code: EADDRNOTAVAIL)
        }
        let port = try SystemError.check(linux_port(socket.number), "getsockname")
        let family = try SystemError.check(linux_family(socket.number), "getsockopt SO_DOMAIN")
        self.port = UInt16(truncatingIfNeeded: port)
        address = family == AF_INET ? .v4 : .v6
        self.socket = socket
    }

    /// Keeps only the socket.
    package consuming func takeSocket() -> Descriptor { socket }
}
