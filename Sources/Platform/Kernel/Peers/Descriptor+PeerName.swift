package import Bytes
internal import CLinux

extension Descriptor {
    /// The name that the peer of a Unix socket bound itself to: a path, or behind a zero any bytes; empty when it has
    /// none.
    package func peerName() throws(SystemError) -> ByteBuffer {
        let limit = 128
        var name = ByteBuffer(capacity: limit)
        try unsafe name.appendUnsafely(atMost: limit) { room throws(SystemError) in
            var length: Int32 = 0
            let text = unsafe room.assumingMemoryBound(to: CChar.self).baseAddress
            try SystemError.check(unsafe linux_peer_name(number, text, Int32(limit), &length), "getpeername")
            return Int(length)
        }
        return name
    }
}
