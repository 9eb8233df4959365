internal import CSystemd
internal import Glibc
package import Kernel

/// The one thing the thread waits on: sd-event, with its signals and timers, behind a set of connections if there is one.
///
/// `event` is a reference that this object holds until its end; each source holds its own, so that the two
/// may end in any order.
@safe package final class EventLoop {
    let event: OpaquePointer

    /// Called after each turn in which something happened: the place to write once what many callbacks
    /// collected.
    package var afterTurn: (() -> Void)?

    /// Waits in the place of sd-event, which then only tells what it waits for.
    unowned var front: Poller?

    /// sd-event has told what it waits for, and that has not changed since.
    private var isPrepared = false

    /// A source was changed, made or ended, which sd-event takes into account only when it prepares.
    var isStale = false

    /// What is put off until all that is ready had its turn, in the order of asking.
    private var deferred: [PutOff] = []

    package init() throws(SystemError) {
        var created: OpaquePointer?
        try SystemError.check(unsafe sd_event_new(&created), "sd_event_new")
        guard let event = unsafe created else { throw SystemError(call: "sd_event_new", code: ENOMEM) }
        unsafe self.event = event
    }

    deinit {
        _ = unsafe sd_event_unref(event)
    }
}

extension EventLoop {
    /// Turns until `stop`, and returns its code.
    package func run() throws(SystemError) -> Int32 {
        while unsafe sd_event_get_state(event) != SD_EVENT_FINISHED {
            _ = try turn(atMost: .max)
        }
        var code: Int32 = 0
        try SystemError.check(unsafe sd_event_get_exit_code(event, &code), "sd_event_get_exit_code")
        return code
    }

    /// One turn: waits for an event, but no longer than `timeout`, and says whether there was one.
    package func runOnce(timeout: Duration) throws(SystemError) -> Bool {
        try turn(atMost: UInt64(max(0, timeout / .microseconds(1))))
    }

    /// Ends `run` after the present callback.
    package func stop(_ code: Int32 = 0) {
        let result = unsafe sd_event_exit(event, code)
        precondition(result >= 0 || result == -ESTALE, "the loop belongs to another process")
        isStale = true
    }

    private func turn(atMost microseconds: UInt64) throws(SystemError) -> Bool {
        let limit = deferred.isEmpty ? microseconds : 0
        let hasServed = try serve(atMost: limit)
        let isActive = callDeferred() || hasServed
        if isActive { afterTurn?() }
        return isActive
    }

    /// In the three steps of `sd_event_run`, of which the first is left out while nothing has changed.
    private func serve(atMost microseconds: UInt64) throws(SystemError) -> Bool {
        if try prepare() {
            let hasDispatched = try dispatch()
            // Of several sources that are due each has a turn, and connections have theirs in between.
            let waking = front?.wait(atMost: 0)
            return hasDispatched || waking?.hasServed == true
        }
        guard let front else {
            guard try wait(atMost: microseconds) else { return false }
            return try dispatch()
        }
        let waking = front.wait(atMost: microseconds.roundedMilliseconds)
        guard waking.isLoopDue, try wait(atMost: 0) else { return waking.hasServed }
        let hasDispatched = try dispatch()
        return hasDispatched || waking.hasServed
    }

    /// Lets sd-event arm what it waits for, and says whether something is due already.
    private func prepare() throws(SystemError) -> Bool {
        guard isStale || !isPrepared else { return false }
        if isPrepared, try wait(atMost: 0) { return true }
        isStale = false
        isPrepared = try SystemError.check(unsafe sd_event_prepare(event), "sd_event_prepare") == 0
        return !isPrepared
    }

    /// Whether something is due; it must be prepared again for the next time.
    private func wait(atMost microseconds: UInt64) throws(SystemError) -> Bool {
        isPrepared = false
        let found = unsafe sd_event_wait(event, microseconds)
        if found == -EINTR { return false }
        return try SystemError.check(found, "sd_event_wait") > 0
    }

    private func dispatch() throws(SystemError) -> Bool {
        try SystemError.check(unsafe sd_event_dispatch(event), "sd_event_dispatch") > 0
    }

    /// Readable when something happened that sd-event waits for.
    var descriptor: Int32 { unsafe sd_event_get_fd(event) }
}

extension UInt64 {
    /// As `epoll_wait` wants it: rounded up, and -1 for ever.
    fileprivate var roundedMilliseconds: Int32 {
        self == .max ? -1 : Int32(clamping: (self + 999) / 1_000)
    }
}

// One a turn: what is ready by then comes before the next.
extension EventLoop {
    private struct PutOff {
        let id: ObjectIdentifier
        unowned let deferred: Deferred
    }

    func put(off deferred: Deferred) {
        let id = ObjectIdentifier(deferred)
        guard !self.deferred.contains(where: { $0.id == id }) else { return }
        self.deferred.append(PutOff(id: id, deferred: deferred))
    }

    func forget(_ id: ObjectIdentifier) {
        deferred.removeAll { $0.id == id }
    }

    private func callDeferred() -> Bool {
        guard !deferred.isEmpty else { return false }
        let next = deferred.removeFirst().deferred
        next.callBack()
        return true
    }
}
