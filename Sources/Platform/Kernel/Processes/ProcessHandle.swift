internal import CLinux
internal import Glibc

/// A process, safe from reuse of its number.
package struct ProcessHandle: ~Copyable, Sendable {
    /// Becomes readable when the process ends.
    package let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    /// Safe only for a child that is not yet reaped; the number of another process may already be reused.
    package init(process: Int32) throws(SystemError) {
        descriptor = Descriptor(owning: try SystemError.check(linux_pidfd_open(process), "pidfd_open"))
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

    /// Ignores a process that has already ended.
    package func send(_ signal: Signal) throws(SystemError) {
        let result = linux_pidfd_signal(descriptor.number, signal.number)
        if result != -ESRCH { try SystemError.check(result, "pidfd_send_signal") }
    }
}
