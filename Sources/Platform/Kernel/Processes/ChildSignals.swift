internal import Glibc

/// The signals that a program takes one after the other, because it waits for its child and does nothing else.
///
/// While it lives the process blocks them, and the end of a child is one of them.
package struct ChildSignals: ~Copyable {
    package enum Event: Equatable, Sendable {
        case childEnded
        case signal(Signal)
        case nothing
    }

    private let signals: [Signal]
    private let shared: [Signal]
    private var set = sigset_t()

    /// Of those that are shared the child gets what the terminal sends, so they are told only where a process sent them.
    package init(of signals: [Signal], unlessOfTerminal shared: [Signal]) {
        self.signals = signals
        self.shared = shared
        _ = unsafe sigemptyset(&set)
        for signal in signals + shared { _ = unsafe sigaddset(&set, signal.number) }
        _ = unsafe sigaddset(&set, SIGCHLD)
        _ = unsafe sigprocmask(SIG_BLOCK, &set, nil)
    }

    /// The next event, or nothing when none came in so many seconds.
    package mutating func next(within seconds: Int) -> Event {
        var patience = timespec(tv_sec: seconds, tv_nsec: 0)
        var origin = unsafe siginfo_t()
        let number = unsafe sigtimedwait(&set, &origin, &patience)
        if number == SIGCHLD { return .childEnded }
        // What the kernel sends by itself has a positive code, what a process sends has none.
        let isOfProcess = unsafe origin.si_code <= 0
        return (isOfProcess ? signals + shared : signals).first { $0.number == number }.map(Event.signal)
            ?? .nothing
    }
}
