internal import CSystemd
internal import Glibc
package import Kernel

/// The one thing the thread waits on: sd-event, with its signals, timers and watchdog.
///
/// `event` is a reference that this object holds until its end; each source holds its own, so that the two
/// may end in any order.
@safe package final class EventLoop {
    let event: OpaquePointer

    /// Called after each turn in which something happened: the place to write once what many callbacks
    /// collected.
    package var afterTurn: (() -> Void)?

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
    }

    /// Reports to the service manager that the loop still turns, if it asked for that.
    package func enableWatchdog() throws(SystemError) -> Bool {
        try SystemError.check(unsafe sd_event_set_watchdog(event, 1), "sd_event_set_watchdog") > 0
    }

    private func turn(atMost microseconds: UInt64) throws(SystemError) -> Bool {
        let dispatched = unsafe sd_event_run(event, deferred.isEmpty ? microseconds : 0)
        if dispatched == -EINTR { return false }
        try SystemError.check(dispatched, "sd_event_run")
        let isActive = callDeferred() || dispatched > 0
        if isActive { afterTurn?() }
        return isActive
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
