package import Bytes
internal import CLinux
internal import Glibc

/// The random numbers of the kernel, suitable for secrets.
package enum Randomness {
    package static func bytes(_ count: Int) -> ByteBuffer {
        var bytes = ByteBuffer(capacity: count)
        unsafe bytes.appendUnsafely(atMost: count) { room in
            unsafe fill(room)
            return count
        }
        return bytes
    }

    package static func number() -> UInt64 {
        var value: UInt64 = 0
        unsafe withUnsafeMutableBytes(of: &value) { unsafe fill($0) }
        return value
    }

    private static func fill(_ room: UnsafeMutableRawBufferPointer) {
        var filled = 0
        while filled < room.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[filled...])
            let added = unsafe linux_random(rest.baseAddress, rest.count)
            // A secret must never be made of bad random numbers.
            precondition(added > 0 || added == -Int(EINTR), "the kernel gives no randomness")
            filled += max(added, 0)
        }
    }
}
