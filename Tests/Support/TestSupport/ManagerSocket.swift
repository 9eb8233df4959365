internal import Bytes
internal import CLinux
internal import Glibc
internal import Kernel

/// Stands where systemd listens, for a service in another process, and waits for what it says.
///
/// The kernel keeps only a few unread messages; then the service blocks in the middle of its work.
package final class ManagerSocket {
    package let path: String
    private var socket: Descriptor?
    private var messages: [String] = []

    package init(at path: String) throws {
        let number = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        socket = Descriptor(owning: number)
        self.path = path
        try SystemError.check(unsafe linux_bind_unix(number, path), "bind", path)
    }

    /// Takes what has come, to be looked at later.
    package func collect() throws {
        while let message = try receive(waitingUntil: nil) { messages.append(message) }
    }

    /// The next message for which this holds; others before it are passed over.
    package func next(where isWanted: (String) -> Bool) throws -> String {
        while true {
            let message = messages.isEmpty ? try receive(waitingUntil: soon()) : messages.removeFirst()
            if let message, isWanted(message) { return message }
        }
    }

    /// Listens no more.
    package func close() {
        _ = socket.take()
    }

    private func receive(waitingUntil deadline: Int64?) throws -> String? {
        var message = ByteBuffer()
        let limit = 4_096
        let result =
            if let deadline {
                try socket?.receive(into: &message, atMost: limit, waitingUntil: deadline)
            } else {
                try socket?.receive(into: &message, atMost: limit)
            }
        return result == .wouldBlock || result == nil ? nil : message.string
    }
}
