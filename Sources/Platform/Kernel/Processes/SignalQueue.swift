internal import CLinux
internal import Glibc

/// Signals that wait to be read instead of interrupting; for programs without an event loop.
package struct SignalQueue: ~Copyable, Sendable {
    package let descriptor: Descriptor

    /// From now on the thread blocks these signals.
    package init(_ signals: [Signal]) throws(SystemError) {
        let numbers = signals.map(\.number)
        let result = unsafe linux_signal_descriptor(numbers, Int32(numbers.count))
        descriptor = Descriptor(owning: try SystemError.check(result, "signalfd"))
    }

    /// The next signal that came, or `nil`.
    package func next() throws(SystemError) -> Signal? {
        let number = retryingShim { linux_next_signal(descriptor.number) }
        if number == -EAGAIN { return nil }
        try SystemError.check(number, "read a signal")
        return Signal.allCases.first { $0.number == number }
    }
}

extension ThisProcess {
    /// Rests until somebody wakes it, as a shell does for Control-Z.
    package static func stop() {
        _ = raise(SIGSTOP)
    }

    /// Lets some time pass; for client programs that try again what nobody tells them about.
    package static func pause(nanoseconds: Int64) {
        _ = poll(nil, 0, Int32(clamping: nanoseconds / 1_000_000))
    }

    /// Ends as by this signal, so that whoever waits for the process learns of it.
    package static func end(by signal: Signal) -> Never {
        _ = Glibc.signal(signal.number, SIG_DFL)
        var set = sigset_t()
        _ = unsafe sigfillset(&set)
        _ = unsafe sigprocmask(SIG_UNBLOCK, &set, nil)
        _ = raise(signal.number)
        _exit(128 + signal.number)
    }
}
