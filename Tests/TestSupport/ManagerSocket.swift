internal import Bytes
internal import CLinux
internal import Glibc
internal import Kernel

/// Stands where systemd listens, for a service in another process, and waits for what it says.
package struct ManagerSocket: ~Copyable {
    package let path: String
    private let socket: Descriptor

    package init(at path: String) throws {
        let number = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        socket = Descriptor(owning: number)
        try SystemError.check(unsafe linux_bind_unix(number, path), "bind", path)
        self.path = path
    }

    /// The next message for which this holds; others before it are passed over.
    package func next(where isWanted: (String) -> Bool = { _ in true }) throws -> String {
        while true {
            var message = ByteBuffer()
            _ = try socket.receive(into: &message, atMost: 4_096, waitingUntil: soon())
            let text = String(copying: message.span)
            if isWanted(text) { return text }
        }
    }
}
