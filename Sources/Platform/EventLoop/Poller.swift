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

    private let set: Descriptor
    private let events: UnsafeMutablePointer<epoll_event>
    private let handler: (UInt64, Readiness) -> Void
    private var source: EventSource?

    /// The handler gets each token with its readiness.
    ///
    /// It may add and remove freely, but a token removed in one call can still come in another of the same
    /// turn: tokens must tell old from new.
    package init(
        on loop: EventLoop, handler: @escaping (_ token: UInt64, _ readiness: Readiness) -> Void
    ) throws(SystemError) {
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

    private func dispatch() {
        let count = unsafe linux_epoll_wait(set.number, events, Int32(Poller.capacity), 0)
        precondition(count >= 0 || count == -EINTR, "the epoll set is broken")
        // One retain for the whole batch, not one for each event.
        let handler = handler
        var index = 0
        while index < count {
            let event = unsafe events[index]
            unsafe handler(event.data.u64, Readiness(rawValue: event.events))
            index += 1
        }
    }
}
