internal import CLinux
internal import CSystemd
internal import Glibc
package import Kernel

/// One epoll set for all connections, which the loop sees as a single source.
///
/// A source each would make sd-event ask the kernel about every ready connection at every callback: a third
/// of the speed at 64 connections, a twentieth at 512. `events` points to `capacity` records that only this
/// object owns.
@safe package final class Poller {
    private static let capacity = 256

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
    private var source: EventSource?

    /// The handler may add and remove freely, but a token that was removed can still be among those who are ready: tokens
    /// must tell old from new.
    package init(on loop: EventLoop, handler: @escaping (borrowing Ready) -> Void) throws(SystemError) {
        set = Descriptor(owning: try SystemError.check(linux_epoll_create(), "epoll_create1"))
        unsafe events = .allocate(capacity: Poller.capacity)
        self.handler = handler
        source = try listen(on: loop)
    }

    deinit {
        source = nil
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
    private func listen(on loop: EventLoop) throws(SystemError) -> EventSource {
        var made: OpaquePointer?
        let result = unsafe sd_event_add_io(
            loop.event, &made, set.number, Readiness.readable.rawValue,
            { _, _, _, poller in
                guard let poller = unsafe poller else { return 0 }
                unsafe Unmanaged<Poller>.fromOpaque(poller).takeUnretainedValue().dispatch()
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
        return try unsafe EventSource(result, made, "sd_event_add_io")
    }

    /// Where several are ready, more will be when these are served: it looks again at once, which costs one call and not
    /// two, until the loop's other sources have waited long enough.
    private func dispatch() {
        var handled = 0
        while handled < Poller.capacity {
            let count = look()
            guard count > 0 else { return }
            unsafe handler(Ready(events: Span(_unsafeStart: events, count: count)))
            guard count > 1 else { return }
            handled += count
        }
    }

    private func look() -> Int {
        let count = unsafe linux_epoll_wait(set.number, events, Int32(Poller.capacity), 0)
        precondition(count >= 0 || count == -EINTR, "the epoll set is broken")
        return max(0, Int(count))
    }
}
