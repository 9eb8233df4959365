internal import CLinux
internal import Glibc

/// The two addresses that never leave the machine.
package enum Loopback: Sendable {
    /// 127.0.0.1
    case v4
    /// ::1
    case v6

    var family: Int32 { self == .v4 ? AF_INET : AF_INET6 }

    /// Connects without waiting for more than the kernel's own handshake.
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
    package let port: UInt16

    /// With port 0 the kernel chooses one that is free.
    package init(_ address: Loopback = .v4, port: UInt16, backlog: Int32) throws(SystemError) {
        let socket = Descriptor(owning: try SystemError.check(linux_socket(address.family), "socket"))
        try SystemError.check(linux_bind_loopback(socket.number, address.family, port), "bind")
        try SystemError.check(retrying { listen(socket.number, backlog) }, "listen")
        self.port = UInt16(
            truncatingIfNeeded: try SystemError.check(linux_port(socket.number), "getsockname"))
        self.socket = socket
    }
}
