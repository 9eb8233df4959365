internal import CLinux
internal import Glibc

extension Descriptor {
    /// Takes the next connection of a listener, `nil` when nobody waits; it never blocks, nor does the connection.
    ///
    /// Where the process or the machine has no descriptors left, a listener stays readable.
    package func accept() throws(SystemError) -> Descriptor? {
        while true {
            let number = linux_accept(self.number)
            switch number {
            case 0...: return Descriptor(owning: number)
            case -EAGAIN: return nil
            // The client gave up before its turn; the next one may be waiting.
            case -EINTR, -ECONNABORTED, -EPROTO: continue
            default: throw SystemError(call: "accept", code: -number)
            }
        }
    }
}
