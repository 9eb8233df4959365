import Glibc
import Kernel

extension Descriptor {
    /// Limits how many unread bytes fit.
    func limitSendBuffer() throws {
        var size: Int32 = 1
        let length = socklen_t(MemoryLayout.size(ofValue: size))
        guard unsafe setsockopt(number, SOL_SOCKET, SO_SNDBUF, &size, length) == 0 else {
            throw SystemError(call: "setsockopt", code: errno)
        }
    }
}
