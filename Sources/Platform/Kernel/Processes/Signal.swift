internal import CLinux
internal import Glibc

/// Signals that are sent or handled.
package enum Signal: Sendable, CaseIterable {
    case terminate, interrupt, hangup, kill
    /// Control-Z.
    case suspend
    /// The size of the terminal changed.
    case resize

    package var number: Int32 {
        switch self {
        case .terminate: SIGTERM
        case .interrupt: SIGINT
        case .hangup: SIGHUP
        case .kill: SIGKILL
        case .suspend: SIGTSTP
        case .resize: SIGWINCH
        }
    }

    /// Sends it to the process that has the number now; `false` if there is none, or if it is not ours to signal.
    @discardableResult
    package func send(to process: Int32) -> Bool {
        // Other numbers are those of groups.
        process > 0 && Glibc.kill(process, number) == 0
    }
}

/// Signals that are read instead of interrupting, for programs without an event loop.
package struct SignalQueue: ~Copyable, Sendable {
    package let descriptor: Descriptor

    /// Blocks these signals in the thread.
    package init(_ signals: [Signal]) throws(SystemError) {
        let numbers = signals.map(\.number)
        let result = unsafe linux_signal_descriptor(numbers, Int32(numbers.count))
        descriptor = Descriptor(owning: try SystemError.check(result, "signalfd"))
    }

    /// Returns the next signal, or `nil`.
    package func next() throws(SystemError) -> Signal? {
        let number = retryingShim { linux_next_signal(descriptor.number) }
        if number == -EAGAIN { return nil }
        try SystemError.check(number, "read a signal")
        return Signal.allCases.first { $0.number == number }
    }

    /// Waits for a signal, or for input of the stream, until `deadline` on the boot clock.
    package func wait(orForInputOf stream: StandardStream, until deadline: Int64) throws(SystemError) {
        var places: InlineArray<2, pollfd> = [
            pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stream.rawValue, events: Int16(POLLIN), revents: 0),
        ]
        _ = try places.wait(until: deadline)
    }
}
