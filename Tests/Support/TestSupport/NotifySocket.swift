internal import CLinux
internal import Glibc
internal import Kernel

/// Stands where systemd listens: a datagram socket that `NOTIFY_SOCKET` names.
package struct NotifySocket: ~Copyable {
    private let directory: TemporaryDirectory
    private let socket: Descriptor

    package init() throws {
        let directory = try TemporaryDirectory()
        let path = directory.appending("notify")
        let number = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let socket = Descriptor(owning: number)
        try SystemError.check(unsafe linux_bind_unix(number, path), "bind", path)
        _ = unsafe setenv("NOTIFY_SOCKET", path, 1)
        self.directory = directory
        self.socket = socket
    }

    /// The next message, and the size of what the kernel sent along with it.
    package func next() throws -> (text: String, control: Int) {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        var control = [UInt8](repeating: 0, count: 256)
        var message = unsafe msghdr()
        let count = unsafe bytes.withUnsafeMutableBytes { room in
            unsafe control.withUnsafeMutableBytes { controlRoom in
                var part = unsafe iovec(iov_base: room.baseAddress, iov_len: room.count)
                return unsafe withUnsafeMutablePointer(to: &part) { part in
                    unsafe message.msg_iov = part
                    unsafe message.msg_iovlen = 1
                    unsafe message.msg_control = controlRoom.baseAddress
                    unsafe message.msg_controllen = controlRoom.count
                    return unsafe recvmsg(socket.number, &message, Int32(MSG_DONTWAIT | MSG_CMSG_CLOEXEC))
                }
            }
        }
        guard count >= 0 else { throw SystemError(call: "recvmsg", code: errno) }
        return (String(decoding: bytes.prefix(count), as: UTF8.self), unsafe message.msg_controllen)
    }
}
