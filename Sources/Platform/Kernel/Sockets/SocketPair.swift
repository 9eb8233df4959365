internal import CLinux

/// Two connected sockets.
///
/// They are in blocking mode, as a program that inherits one expects.
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

    /// Returns one end at the first call and the other at the second.
    package mutating func take() -> Descriptor {
        guard let end = one.take() ?? other.take() else { preconditionFailure("both ends are gone") }
        return end
    }
}
