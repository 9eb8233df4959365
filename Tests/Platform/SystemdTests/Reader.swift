import Bytes
import Glibc
import Kernel
import TestSupport

/// Standard error is a socket of which the test has the other end, until this value ends.
struct Reader: ~Copyable {
    private let near: Descriptor
    private let before = dup(2)

    init() throws {
        var pair = try SocketPair()
        near = pair.take()
        let far = pair.take()
        dup2(far.number, 2)
    }

    deinit {
        dup2(before, 2)
        close(before)
    }

    func read() throws -> String {
        var buffer = ByteBuffer()
        while case .bytes = try near.receive(into: &buffer, atMost: 65_536) {}
        return buffer.string
    }
}
