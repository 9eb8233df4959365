internal import CLinux
internal import Glibc

/// Sends to whoever is bound to a path at that moment, so one who was restarted is found again.
package struct DatagramSocket: ~Copyable, Sendable {
    private let socket: Descriptor

    /// `room`: for how many bytes that are not read yet; the kernel may give less.
    package init(room: Int32 = 0) throws(SystemError) {
        socket = Descriptor(owning: try SystemError.check(linux_datagram_socket(room), "socket"))
    }

    /// Hands over one datagram, and with it an open file if there is one; `false`: that would have to wait.
    ///
    /// A path that begins with `@` is an abstract name.
    package func offer(
        _ bytes: Span<UInt8>, with files: [Int32] = [], to path: String
    ) throws(SystemError) -> Bool {
        let result = unsafe path.withCString { path in
            unsafe bytes.withUnsafeBytes { bytes in
                retryingShim {
                    unsafe linux_send_datagram(
                        socket.number, path, bytes.baseAddress, bytes.count, files, UInt32(files.count))
                }
            }
        }
        guard result != -EAGAIN else { return false }
        try SystemError.check(result, "send to", path)
        return true
    }
}
