internal import Glibc

/// The signals that a program handles one after the other while it waits for its child.
///
/// The process blocks them as long as this value lives; the end of a child is one of them.
package struct ChildSignals: ~Copyable {
    package enum Event: Equatable, Sendable {
        case childEnded
        case signal(Signal)
        case nothing
    }

    private let signals: [Signal]
    private let shared: [Signal]
    private var set = sigset_t()

    /// The child gets shared signals from the terminal too, so they are reported only if a process sent them.
    package init(of signals: [Signal], sharedWithChild shared: [Signal]) {
        self.signals = signals
        self.shared = shared
        _ = unsafe sigemptyset(&set)
        for signal in signals + shared { _ = unsafe sigaddset(&set, signal.number) }
        _ = unsafe sigaddset(&set, SIGCHLD)
        _ = unsafe sigprocmask(SIG_BLOCK, &set, nil)
    }

    /// Returns the next event, or `nothing` after so many seconds.
    package mutating func next(within seconds: Int) -> Event {
        var patience = timespec(tv_sec: seconds, tv_nsec: 0)
        var origin = unsafe siginfo_t()
        let number = unsafe sigtimedwait(&set, &origin, &patience)
        if number == SIGCHLD { return .childEnded }
        // Signals of the kernel have a positive code, signals of a process do not.
        let isOfProcess = unsafe origin.si_code <= 0
        return (isOfProcess ? signals + shared : signals).first { $0.number == number }.map(Event.signal)
            ?? .nothing
    }
}
