package import Bytes
internal import CLinux
internal import Glibc

/// A pipe from a child to us; programs expect a pipe rather than a socket.
package struct Pipe: ~Copyable, Sendable {
    private let near: Descriptor
    private var far: Descriptor?

    package init() throws(SystemError) {
        var numbers: (Int32, Int32) = (-1, -1)
        let result = unsafe withUnsafeMutableBytes(of: &numbers) { ends in
            unsafe linux_pipe(ends.assumingMemoryBound(to: Int32.self).baseAddress)
        }
        try SystemError.check(result, "pipe")
        near = Descriptor(owning: numbers.0)
        far = Descriptor(owning: numbers.1)
    }

    /// Returns the end for the child.
    ///
    /// The reader sees the end of the data only when all copies of this end are closed.
    package mutating func takeWritingEnd() -> Descriptor {
        guard let end = far.take() else { preconditionFailure("the writing end is gone") }
        return end
    }

    /// Waits for some bytes, and returns their number; 0: all writers have closed.
    package func read(into buffer: inout ByteBuffer) throws(SystemError) -> Int {
        try near.read(into: &buffer, atMost: 65_536)
    }

    /// Reads until all writers have closed, with `ETIMEDOUT` at `deadline` on the boot clock and `EFBIG`
    /// after `limit` bytes.
    package func contents(atMost limit: Int, until deadline: Int64) throws(SystemError) -> ByteBuffer {
        var buffer = ByteBuffer(capacity: 4_096)
        while true {
            try near.wait(for: Int16(POLLIN), until: deadline)
            guard try near.read(into: &buffer, atMost: 16_384) > 0 else { return buffer }
            guard buffer.count <= limit else { throw SystemError(call: "read", code: EFBIG) }
        }
    }
}
