package import Bytes
internal import CLinux

extension Descriptor {
    /// The name that the peer of a Unix socket bound itself to: a path, or behind a zero any bytes; empty when it has
    /// none.
    package func peerName() throws(SystemError) -> ByteBuffer {
        try name("getpeername", ofPeer: true)
    }

    /// The same of the socket itself.
    package func ownName() throws(SystemError) -> ByteBuffer {
        try name("getsockname", ofPeer: false)
    }

    private func name(_ call: StaticString, ofPeer isOfPeer: Bool) throws(SystemError) -> ByteBuffer {
        let limit = 128
        var name = ByteBuffer(capacity: limit)
        try unsafe name.appendUnsafely(atMost: limit) { room throws(SystemError) in
            var length: Int32 = 0
            let text = unsafe room.assumingMemoryBound(to: CChar.self).baseAddress
            try SystemError.check(
                unsafe linux_unix_name(number, isOfPeer ? 1 : 0, text, Int32(limit), &length), call)
            return Int(length)
        }
        return name
    }
}
