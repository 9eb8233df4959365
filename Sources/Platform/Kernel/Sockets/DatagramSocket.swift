internal import CLinux
internal import Glibc

/// Sends datagrams to a path, resolved at each send so that a restarted receiver is found again.
package struct DatagramSocket: ~Copyable, Sendable {
    private let socket: Descriptor

    /// `room` is the wanted size of the send buffer; the kernel may give less.
    package init(room: Int32 = 0) throws(SystemError) {
        socket = Descriptor(owning: try SystemError.check(linux_datagram_socket(room), "socket"))
    }

    /// Sends one datagram, with open files if there are any; returns `false` if it would have to wait.
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
