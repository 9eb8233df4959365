internal import CLinux
internal import CSystemd
internal import Glibc
package import Kernel

/// The state of a descriptor, in the bits of epoll.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let readable = Readiness(rawValue: 0x1)
    package static let writable = Readiness(rawValue: 0x4)
    package static let error = Readiness(rawValue: 0x8)
    /// Both directions are closed.
    package static let hangup = Readiness(rawValue: 0x10)
    /// The peer will send no more.
    ///
    /// Data may still be waiting, and no further event reports the end: read until `endOfStream`.
    package static let inputEnds = Readiness(rawValue: 0x2000)

    /// Whether no more data follows the data that has arrived.
    package var reportsEnd: Bool { !isDisjoint(with: [.inputEnds, .hangup, .error]) }
}

/// The conditions to report; errors and hangups are always reported.
package struct Interest: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Data, or its end.
    package static let readable = Interest(rawValue: 0x1 | 0x2000)
    package static let writable = Interest(rawValue: 0x4)
    /// Reports only changes, which is cheaper; the caller must remember unread data.
    package static let edgeTriggered = Interest(rawValue: 1 << 31)
}

/// One epoll set for all connections, in which sd-event is one descriptor.
///
/// With one sd-event source per connection, sd-event would ask the kernel about every ready connection at
/// every callback, and a set inside that of sd-event would cost one more system call per wakeup. `events`
/// points to `capacity` records owned by this object alone.
@safe package final class Poller {
    private static let capacity = 256
    /// The token of sd-event.
    private static let loopToken = UInt64.max

    /// Connections that became ready together.
    @safe package struct Ready: ~Escapable {
        fileprivate let events: Span<epoll_event>

        package var count: Int { unsafe events.count }

        package func token(_ index: Int) -> UInt64 { unsafe events[index].data.u64 }

        package func readiness(_ index: Int) -> Readiness { unsafe Readiness(rawValue: events[index].events) }
    }

    private let set: Descriptor
    private let events: UnsafeMutablePointer<epoll_event>
    private let handler: (borrowing Ready) -> Bool
    /// The handler has work left: the next iteration does not wait, and calls it even if nothing is ready.
    package var isBusy = false
    private let loop: EventLoop

    /// Creates the only poller of the loop.
    ///
    /// A removed token may still be among the ready ones, so a token must not be reused for another
    /// connection; the highest number is reserved. The handler returns whether it has work left.
    package init(on loop: EventLoop, handler: @escaping (borrowing Ready) -> Bool) throws(SystemError) {
        set = Descriptor(owning: try SystemError.check(linux_epoll_create(), "epoll_create1"))
        unsafe events = .allocate(capacity: Poller.capacity)
        self.handler = handler
        self.loop = loop
        try control(EPOLL_CTL_ADD, loop.descriptor, .readable, Poller.loopToken)
        loop.poller = self
    }

    deinit {
        loop.poller = nil
        unsafe events.deallocate()
    }

    package func add(
        _ descriptor: borrowing Descriptor, for interest: Interest, token: UInt64
    ) throws(SystemError) {
        try control(EPOLL_CTL_ADD, descriptor.number, interest, token)
    }

    package func modify(
        _ descriptor: borrowing Descriptor, for interest: Interest, token: UInt64
    ) throws(SystemError) {
        try control(EPOLL_CTL_MOD, descriptor.number, interest, token)
    }

    /// Required only if the descriptor has duplicates: closing the last one removes it too.
    package func remove(_ descriptor: borrowing Descriptor) throws(SystemError) {
        try control(EPOLL_CTL_DEL, descriptor.number, [], 0)
    }

    private func control(
        _ operation: Int32, _ number: Int32, _ interest: Interest, _ token: UInt64
    ) throws(SystemError) {
        try SystemError.check(
            linux_epoll_control(set.number, operation, number, interest.rawValue, token), "epoll_ctl")
    }

    /// The result of one wait.
    struct WaitResult {
        var hasServed = false
        var isLoopDue = false
    }

    /// Waits for connections and sd-event, and calls the handler for ready connections.
    ///
    /// If several are ready, more will be soon, so it checks again at once until the limit for one iteration
    /// is reached.
    func wait(atMost milliseconds: Int32) -> WaitResult {
        var result = WaitResult()
        var timeout = isBusy ? 0 : milliseconds
        var handled = 0
        while handled < Poller.capacity, !result.isLoopDue {
            let found = poll(atMost: timeout)
            let count = takeLoop(outOf: found, &result)
            guard count > 0 || isBusy else { break }
            isBusy = unsafe handler(Ready(events: Span(_unsafeStart: events, count: count)))
            result.hasServed = true
            guard count > 1, !isBusy else { break }
            handled += count
            timeout = 0
        }
        return result
    }

    /// Removes sd-event from the events and returns the number of the others.
    private func takeLoop(outOf count: Int, _ result: inout WaitResult) -> Int {
        for index in 0..<count where unsafe events[index].data.u64 == Poller.loopToken {
            result.isLoopDue = true
            unsafe events[index] = events[count - 1]
            return count - 1
        }
        return count
    }

    private func poll(atMost milliseconds: Int32) -> Int {
        let count = unsafe linux_epoll_wait(set.number, events, Int32(Poller.capacity), milliseconds)
        precondition(count >= 0 || count == -EINTR, "the epoll set is broken")
        return max(0, Int(count))
    }
}
