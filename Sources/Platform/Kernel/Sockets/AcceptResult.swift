internal import CLinux
internal import Glibc

/// What came of asking a listener for the next connection.
package enum AcceptResult: ~Copyable, Sendable {
    case accepted(Descriptor)
    case wouldBlock
    /// The process or the machine has none left: rest until a connection ends, the listener stays readable.
    case outOfDescriptors
}

extension Descriptor {
    /// Takes the next connection of a listener; it never blocks, nor does the connection.
    package func accept() throws(SystemError) -> AcceptResult {
        while true {
            let number = linux_accept(self.number)
            switch number {
            case 0...: return .accepted(Descriptor(owning: number))
            case -EAGAIN: return .wouldBlock
            case -EMFILE, -ENFILE, -ENOBUFS, -ENOMEM: return .outOfDescriptors
            // The client gave up before its turn; the next one may be waiting.
            case -EINTR, -ECONNABORTED, -EPROTO: continue
            default: throw SystemError(call: "accept", code: -number)
            }
        }
    }
}
