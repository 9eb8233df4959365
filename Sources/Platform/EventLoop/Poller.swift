internal import CLinux
internal import CSystemd
internal import Glibc
package import Kernel

/// One epoll set for all connections, on which the thread waits; sd-event is one descriptor among them.
///
/// A source of sd-event for each would make it ask the kernel about every ready connection at every callback: a third
/// of the speed at 64 connections, a twentieth at 512. A set within that of sd-event costs one more system call for each
/// waking. `events` points to `capacity` records that only this object owns.
@safe package final class Poller {
    private static let capacity = 256
    /// Stands for sd-event.
    private static let loopToken = UInt64.max

    /// Those who were found ready together.
    @safe package struct Ready: ~Escapable {
        fileprivate let events: Span<epoll_event>

        package var count: Int { unsafe events.count }

        package func token(_ index: Int) -> UInt64 { unsafe events[index].data.u64 }

        package func readiness(_ index: Int) -> Readiness { unsafe Readiness(rawValue: events[index].events) }
    }

    private let set: Descriptor
    private let events: UnsafeMutablePointer<epoll_event>
    private let handler: (borrowing Ready) -> Void
    private let loop: EventLoop

    /// The only one of its loop.
    ///
    /// The handler may add and remove freely, but a token that was removed can still be among those who are ready: tokens
    /// must tell old from new. The highest number is none.
    package init(on loop: EventLoop, handler: @escaping (borrowing Ready) -> Void) throws(SystemError) {
        set = Descriptor(owning: try SystemError.check(linux_epoll_create(), "epoll_create1"))
        unsafe events = .allocate(capacity: Poller.capacity)
        self.handler = handler
        self.loop = loop
        try control(EPOLL_CTL_ADD, loop.descriptor, .readable, Poller.loopToken)
        loop.front = self
    }

    deinit {
        loop.front = nil
        unsafe events.deallocate()
    }
}

extension Poller {
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

    /// Needed only while the descriptor has duplicates: closing the last one removes it as well.
    package func remove(_ descriptor: borrowing Descriptor) throws(SystemError) {
        try control(EPOLL_CTL_DEL, descriptor.number, [], 0)
    }

    private func control(
        _ operation: Int32, _ number: Int32, _ interest: Interest, _ token: UInt64
    ) throws(SystemError) {
        try SystemError.check(
            linux_epoll_control(set.number, operation, number, interest.rawValue, token), "epoll_ctl")
    }
}

extension Poller {
    /// What a waiting came to.
    struct Waking {
        var hasServed = false
        var isLoopDue = false
    }

    /// Waits for connections and for sd-event, and serves the connections.
    ///
    /// Where several are ready, more will be when these are served: it looks again at once, until the loop's other sources
    /// have waited long enough.
    func wait(atMost milliseconds: Int32) -> Waking {
        var waking = Waking()
        var timeout = milliseconds
        var handled = 0
        while handled < Poller.capacity, !waking.isLoopDue {
            let found = look(atMost: timeout)
            let count = takeLoop(outOf: found, &waking)
            guard count > 0 else { break }
            unsafe handler(Ready(events: Span(_unsafeStart: events, count: count)))
            waking.hasServed = true
            guard count > 1 else { break }
            handled += count
            timeout = 0
        }
        return waking
    }

    /// How many are left when sd-event is taken out.
    private func takeLoop(outOf count: Int, _ waking: inout Waking) -> Int {
        for index in 0..<count where unsafe events[index].data.u64 == Poller.loopToken {
            waking.isLoopDue = true
            unsafe events[index] = events[count - 1]
            return count - 1
        }
        return count
    }

    private func look(atMost milliseconds: Int32) -> Int {
        let count = unsafe linux_epoll_wait(set.number, events, Int32(Poller.capacity), milliseconds)
        precondition(count >= 0 || count == -EINTR, "the epoll set is broken")
        return max(0, Int(count))
    }
}
