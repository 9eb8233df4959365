internal import Glibc

/// A process, safe from reuse of its number: the kernel made the handle.
package struct ProcessHandle: ~Copyable, Sendable {
    /// Becomes readable when the process ends.
    private let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    package var isRunning: Bool {
        var state = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        return retrying { unsafe poll(&state, 1, 0) } == 0
    }

    /// Whether both ran at the same moment; the other process must have begun before the call.
    package func runs(besides other: borrowing ProcessHandle) -> Bool {
        // The kernel checks this one first, so it was still running when the other was checked.
        var states = (
            pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other.descriptor.number, events: Int16(POLLIN), revents: 0)
        )
        return retrying {
            unsafe withUnsafeMutableBytes(of: &states) { room in
                unsafe poll(room.assumingMemoryBound(to: pollfd.self).baseAddress, 2, 0)
            }
        } == 0
    }
}
