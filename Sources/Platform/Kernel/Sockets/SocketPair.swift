internal import CLinux

/// Two sockets that talk to each other.
///
/// They are in blocking mode, which nothing here notices, but a program of others that inherits one would.
package struct SocketPair: ~Copyable, Sendable {
    private var one: Descriptor?
    private var other: Descriptor?

    package init() throws(SystemError) {
        var numbers: (Int32, Int32) = (-1, -1)
        let result = unsafe withUnsafeMutableBytes(of: &numbers) { pair in
            unsafe linux_socket_pair(pair.assumingMemoryBound(to: Int32.self).baseAddress)
        }
        try SystemError.check(result, "socketpair")
        one = Descriptor(owning: numbers.0)
        other = Descriptor(owning: numbers.1)
    }

    /// Hands out one end and then the other; there is no third.
    package mutating func take() -> Descriptor {
        guard let end = one.take() ?? other.take() else { preconditionFailure("both ends are gone") }
        return end
    }
}
