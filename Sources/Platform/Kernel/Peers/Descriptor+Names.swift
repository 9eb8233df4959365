package import Bytes
internal import CLinux

extension Descriptor {
    /// The name that the peer of a Unix socket bound itself to: a path, or behind a zero any bytes; empty when it has
    /// none.
    package func peerName() throws(SystemError) -> ByteBuffer {
        try unsafe name("getpeername", linux_peer_name)
    }

    /// The same of the socket itself.
    package func ownName() throws(SystemError) -> ByteBuffer {
        try unsafe name("getsockname", linux_own_name)
    }

    private typealias Lookup = (Int32, UnsafeMutablePointer<CChar>?, Int32, UnsafeMutablePointer<Int32>?) ->
        Int32

    @unsafe private func name(_ call: StaticString, _ look: Lookup) throws(SystemError) -> ByteBuffer {
        let limit = 128
        var name = ByteBuffer(capacity: limit)
        try unsafe name.appendUnsafely(atMost: limit) { room throws(SystemError) in
            var length: Int32 = 0
            let text = unsafe room.assumingMemoryBound(to: CChar.self).baseAddress
            try SystemError.check(unsafe look(number, text, Int32(limit), &length), call)
            return Int(length)
        }
        return name
    }
}
