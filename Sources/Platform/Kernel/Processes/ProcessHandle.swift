internal import CLinux
internal import Glibc

/// One process and never another that got its number later.
package struct ProcessHandle: ~Copyable, Sendable {
    /// Becomes readable when the process ends.
    package let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    /// Safe only for a child that is not yet waited for; of other processes the number may be taken again.
    package init(process: Int32) throws(SystemError) {
        descriptor = Descriptor(owning: try SystemError.check(linux_pidfd_open(process), "pidfd_open"))
    }

    package var isRunning: Bool {
        var state = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        return retrying { unsafe poll(&state, 1, 0) } == 0
    }

    /// Whether both run, at the same moment; the other one had begun when this was asked.
    package func runs(besides other: borrowing ProcessHandle) -> Bool {
        // The kernel looks at this one first: what it finds running after it ran at that moment too.
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

    /// A process that has ended already is as good as signalled.
    package func send(_ signal: Signal) throws(SystemError) {
        let result = linux_pidfd_signal(descriptor.number, signal.number)
        if result != -ESRCH { try SystemError.check(result, "pidfd_send_signal") }
    }
}
