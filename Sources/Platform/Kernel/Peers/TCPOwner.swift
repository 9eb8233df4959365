internal import CLinux

/// Asks the kernel who made the other end of a TCP connection within this machine.
///
/// It knows the sockets of the network namespace in which `socket` was made, wherever it is used.
package struct TCPOwner: ~Copyable, Sendable {
    private let socket: Descriptor
    private var questions: UInt32 = 0

    /// With a socket that somebody else made, perhaps in another namespace than ours.
    package init(asking socket: consuming Descriptor) {
        self.socket = socket
    }

    package init() throws(SystemError) {
        self.init(asking: Descriptor(owning: try SystemError.check(linux_diagnosis(), "socket AF_NETLINK")))
    }

    /// The user who made the socket at the other end; `nil` when it is gone, or outside.
    package mutating func user(atOtherEndOf connection: borrowing Descriptor) throws(SystemError) -> UInt32? {
        questions &+= 1
        var user: UInt32 = 0
        let isFound = unsafe linux_tcp_owner(socket.number, connection.number, questions, &user)
        return try SystemError.check(isFound, "ask for the owner of a connection") == 1 ? user : nil
    }
}
