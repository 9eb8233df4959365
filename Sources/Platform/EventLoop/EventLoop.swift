internal import CSystemd
internal import Glibc
package import Kernel

/// The event loop of the thread: sd-event for signals and timers, with an optional epoll set for connections
/// in front.
///
/// `event` is a reference owned by this object; each source owns its own, so that they may end in any order.
@safe package final class EventLoop {
    let event: OpaquePointer

    /// Called after each iteration with an event, for example to write the log of all callbacks at once.
    package var afterIteration: (() -> Void)?

    /// Waits in place of sd-event, which then only reports its own events.
    unowned var poller: Poller?

    /// sd-event has armed its sources, and nothing has changed since.
    private var isPrepared = false

    /// A source changed, began or ended; sd-event notices only when it prepares.
    var isStale = false

    /// Callbacks that wait until all ready events are handled, in the order of the requests.
    private var scheduled: [ScheduledCall] = []

    package init() throws(SystemError) {
        var created: OpaquePointer?
        try SystemError.check(unsafe sd_event_new(&created), "sd_event_new")
        guard let event = unsafe created else { throw SystemError(call: "sd_event_new", code: ENOMEM) }
        unsafe self.event = event
    }

    deinit {
        _ = unsafe sd_event_unref(event)
    }

    /// Runs until `stop` and returns its code.
    package func run() throws(SystemError) -> Int32 {
        while unsafe sd_event_get_state(event) != SD_EVENT_FINISHED {
            _ = try iterate(atMost: .max)
        }
        var code: Int32 = 0
        try SystemError.check(unsafe sd_event_get_exit_code(event, &code), "sd_event_get_exit_code")
        return code
    }

    /// Runs one iteration of at most `timeout` and returns whether there was an event.
    package func runOnce(timeout: Duration) throws(SystemError) -> Bool {
        try iterate(atMost: UInt64(max(0, timeout / .microseconds(1))))
    }

    /// Ends `run` after the current callback.
    package func stop(_ code: Int32 = 0) {
        let result = unsafe sd_event_exit(event, code)
        precondition(result >= 0 || result == -ESTALE, "the loop belongs to another process")
        isStale = true
    }

    private func iterate(atMost microseconds: UInt64) throws(SystemError) -> Bool {
        let limit = scheduled.isEmpty ? microseconds : 0
        let hasServed = try serve(atMost: limit)
        let isActive = callDeferred() || hasServed
        if isActive { afterIteration?() }
        return isActive
    }

    /// Runs the three steps of `sd_event_run`, but skips the first if nothing has changed.
    private func serve(atMost microseconds: UInt64) throws(SystemError) -> Bool {
        if try prepare() {
            let hasDispatched = try dispatch()
            // If several sources are due, each gets one iteration, with connections in between.
            let result = poller?.wait(atMost: 0)
            return hasDispatched || result?.hasServed == true
        }
        guard let poller else {
            guard try wait(atMost: microseconds) else { return false }
            return try dispatch()
        }
        // In the unit of `epoll_wait`: rounded up, and -1 for no limit.
        let milliseconds = microseconds == .max ? -1 : Int32(clamping: (microseconds + 999) / 1_000)
        let result = poller.wait(atMost: milliseconds)
        guard result.isLoopDue, try wait(atMost: 0) else { return result.hasServed }
        let hasDispatched = try dispatch()
        return hasDispatched || result.hasServed
    }

    /// Makes sd-event arm its sources; returns whether one is already due.
    private func prepare() throws(SystemError) -> Bool {
        guard isStale || !isPrepared else { return false }
        if isPrepared, try wait(atMost: 0) { return true }
        isStale = false
        isPrepared = try SystemError.check(unsafe sd_event_prepare(event), "sd_event_prepare") == 0
        return !isPrepared
    }

    /// Returns whether a source is due; the next iteration must prepare again.
    private func wait(atMost microseconds: UInt64) throws(SystemError) -> Bool {
        isPrepared = false
        let found = unsafe sd_event_wait(event, microseconds)
        if found == -EINTR { return false }
        return try SystemError.check(found, "sd_event_wait") > 0
    }

    private func dispatch() throws(SystemError) -> Bool {
        try SystemError.check(unsafe sd_event_dispatch(event), "sd_event_dispatch") > 0
    }

    /// Readable when a source of sd-event is due.
    var descriptor: Int32 { unsafe sd_event_get_fd(event) }
}

// One callback per iteration, so that ready events run before the next.
extension EventLoop {
    private struct ScheduledCall {
        let id: ObjectIdentifier
        unowned let deferred: Deferred
    }

    fileprivate func schedule(_ deferred: Deferred) {
        let id = ObjectIdentifier(deferred)
        guard !scheduled.contains(where: { $0.id == id }) else { return }
        scheduled.append(ScheduledCall(id: id, deferred: deferred))
    }

    fileprivate func cancel(_ id: ObjectIdentifier) {
        scheduled.removeAll { $0.id == id }
    }

    private func callDeferred() -> Bool {
        guard !scheduled.isEmpty else { return false }
        scheduled.removeFirst().deferred.handler()
        return true
    }
}

/// Calls back once after all events that are ready now, so that each delays others by one callback at most.
///
/// A timer at a past time would do the same, but costs three system calls and an interrupt.
package final class Deferred {
    private let loop: EventLoop
    fileprivate let handler: () -> Void

    package init(on loop: EventLoop, handler: @escaping () -> Void) {
        self.loop = loop
        self.handler = handler
    }

    deinit {
        loop.cancel(ObjectIdentifier(self))
    }

    /// Requests one call; further requests before the call have no effect.
    package func ask() { loop.schedule(self) }
}
