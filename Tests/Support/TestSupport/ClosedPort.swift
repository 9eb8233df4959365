internal import CLinux
internal import Glibc
internal import Kernel

/// A port of 127.0.0.1 that refuses everybody for as long as this value lives.
///
/// It is taken, so that no other program gets it. No process listens at it, not even a child of another test.
package struct ClosedPort: ~Copyable {
    package let number: UInt16
    private let socket: Descriptor

    package init() throws {
        let socket = Descriptor(
            owning: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
        try SystemError.check(linux_bind_loopback(socket.number, AF_INET, 0), "bind")
        number = UInt16(truncatingIfNeeded: try SystemError.check(linux_port(socket.number), "getsockname"))
        self.socket = socket
    }
}
