internal import CLinux
internal import Glibc

/// A set of descriptors to wait for, for programs without an event loop.
///
/// `events` points to `capacity` records owned by this value alone.
@safe package struct EventSet: ~Copyable {
    private static let capacity = 256

    /// The conditions to report; the end of a descriptor is always reported.
    package enum Interest: Sendable {
        case input, output, both, nothing

        fileprivate var bits: UInt32 {
            switch self {
            case .input: EPOLLIN.rawValue
            case .output: EPOLLOUT.rawValue
            case .both: EPOLLIN.rawValue | EPOLLOUT.rawValue
            case .nothing: 0
            }
        }
    }

    /// The state of a descriptor; at its end it counts as readable and writable, since both calls report the
    /// end.
    package struct Event: Sendable {
        package let token: UInt64
        package let canRead: Bool
        package let canWrite: Bool
    }

    private let set: Descriptor
    private let events: UnsafeMutablePointer<epoll_event>

    package init() throws(SystemError) {
        set = Descriptor(owning: try SystemError.check(linux_epoll_create(), "epoll_create1"))
        unsafe events = .allocate(capacity: EventSet.capacity)
    }

    deinit {
        unsafe events.deallocate()
    }
}

extension EventSet {
    package func add(
        _ descriptor: borrowing Descriptor, for interest: Interest, token: UInt64
    ) throws(SystemError) {
        try control(EPOLL_CTL_ADD, descriptor.number, interest, token)
    }

    /// Adds a stream for input; returns `false` for a file, which is always ready and cannot be waited for.
    package func add(_ stream: StandardStream, token: UInt64) throws(SystemError) -> Bool {
        let result = linux_epoll_control(
            set.number, EPOLL_CTL_ADD, stream.rawValue, Interest.input.bits, token)
        if result == -EPERM { return false }
        try SystemError.check(result, "epoll_ctl")
        return true
    }

    package func remove(_ stream: StandardStream) throws(SystemError) {
        try control(EPOLL_CTL_DEL, stream.rawValue, .nothing, 0)
    }

    package func modify(
        _ descriptor: borrowing Descriptor, for interest: Interest, token: UInt64
    ) throws(SystemError) {
        try control(EPOLL_CTL_MOD, descriptor.number, interest, token)
    }

    /// Waits for an event until `deadline` on the boot clock and returns the number of events.
    package func wait(until deadline: Int64) throws(SystemError) -> Int {
        let left = max(0, deadline - KernelClock.bootNanoseconds())
        // Rounded up, so as not to spin for the last fraction of a millisecond.
        let milliseconds = Int32(clamping: (left + 999_999) / 1_000_000)
        let count = unsafe linux_epoll_wait(set.number, events, Int32(EventSet.capacity), milliseconds)
        if count == -EINTR { return 0 }
        return Int(try SystemError.check(count, "epoll_wait"))
    }

    /// Returns one of the events of the last `wait`.
    package func event(_ index: Int) -> Event {
        precondition(index >= 0 && index < EventSet.capacity)
        let token = unsafe events[index].data.u64
        let bits = unsafe events[index].events
        let ends = EPOLLERR.rawValue | EPOLLHUP.rawValue
        return Event(
            token: token, canRead: bits & (EPOLLIN.rawValue | ends) != 0,
            canWrite: bits & (EPOLLOUT.rawValue | ends) != 0)
    }

    private func control(
        _ operation: Int32, _ number: Int32, _ interest: Interest, _ token: UInt64
    ) throws(SystemError) {
        try SystemError.check(
            linux_epoll_control(set.number, operation, number, interest.bits, token), "epoll_ctl")
    }
}
