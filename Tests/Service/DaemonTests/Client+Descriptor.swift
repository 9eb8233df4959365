import Glibc
import Kernel

extension Client {
    /// Sends a descriptor along with the text; ours is closed then.
    func send(_ text: String, with descriptor: consuming Descriptor) throws {
        var control = RightsMessage(descriptor.number)
        let sent = unsafe text.utf8Span.span.withUnsafeBytes { bytes in
            unsafe withUnsafeMutableBytes(of: &control) { control in
                var part = unsafe iovec(
                    iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
                return unsafe withUnsafeMutablePointer(to: &part) { part in
                    var message = unsafe msghdr()
                    unsafe message.msg_iov = part
                    unsafe message.msg_iovlen = 1
                    unsafe message.msg_control = control.baseAddress
                    unsafe message.msg_controllen = control.count
                    return unsafe sendmsg(socket.number, &message, 0)
                }
            }
        }
        guard sent == text.utf8.count else { throw SystemError(call: "sendmsg", code: errno) }
    }
}

/// A `cmsghdr` with one number behind it; Swift does not see the macros that make one.
private struct RightsMessage {
    private let length = MemoryLayout<cmsghdr>.size + MemoryLayout<Int32>.size
    private let level = SOL_SOCKET
    private let kind = Int32(SCM_RIGHTS)
    private let number: Int32
    private let filling: Int32 = 0

    init(_ number: Int32) {
        self.number = number
    }
}
