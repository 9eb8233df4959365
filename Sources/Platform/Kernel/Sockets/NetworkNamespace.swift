internal import CLinux

/// The network namespace that a socket is in, by the number that the kernel gives no other.
package struct NetworkNamespace: Equatable, Sendable {
    private let number: UInt64

    /// Needs Linux 5.14.
    package init(of socket: borrowing Descriptor) throws(SystemError) {
        var number: UInt64 = 0
        try SystemError.check(
            unsafe linux_network_namespace(socket.number, &number), "getsockopt SO_NETNS_COOKIE")
        self.number = number
    }
}
