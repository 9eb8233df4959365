internal import CLinux

/// Asks the kernel which user owns the other end of a TCP connection within this machine.
///
/// The answers cover the network namespace in which `socket` was created.
package struct TCPOwner: ~Copyable, Sendable {
    private let socket: Descriptor
    private var questions: UInt32 = 0

    /// Uses a socket that another process created, possibly in another namespace.
    package init(asking socket: consuming Descriptor) {
        self.socket = socket
    }

    package init() throws(SystemError) {
        self.init(asking: Descriptor(owning: try SystemError.check(linux_diagnosis(), "socket AF_NETLINK")))
    }

    /// Returns the user that created the socket at the other end; `nil` if it is closed or not on this
    /// machine.
    package mutating func user(atOtherEndOf connection: borrowing Descriptor) throws(SystemError) -> UInt32? {
        questions &+= 1
        var user: UInt32 = 0
        let isFound = unsafe linux_tcp_owner(socket.number, connection.number, questions, &user)
        return try SystemError.check(isFound, "ask for the owner of a connection") == 1 ? user : nil
    }
}

/// The network namespace of a socket, by a number that the kernel never reuses.
package struct NetworkNamespace: Equatable, Sendable {
    private let number: UInt64

    /// Requires Linux 5.14.
    package init(of socket: borrowing Descriptor) throws(SystemError) {
        var number: UInt64 = 0
        try SystemError.check(
            unsafe linux_network_namespace(socket.number, &number), "getsockopt SO_NETNS_COOKIE")
        self.number = number
    }
}
