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
    private var set = sigset_t()

    /// Those that the terminal sends to the child as well are to be ignored.
    package init(of signals: [Signal], ignoring ignored: [Signal]) {
        self.signals = signals
        _ = unsafe sigemptyset(&set)
        for signal in signals { _ = unsafe sigaddset(&set, signal.number) }
        _ = unsafe sigaddset(&set, SIGCHLD)
        _ = unsafe sigprocmask(SIG_BLOCK, &set, nil)
        for each in ignored { _ = signal(each.number, SIG_IGN) }
    }

    /// The next event, or nothing when none came in so many seconds.
    package mutating func next(within seconds: Int) -> Event {
        var patience = timespec(tv_sec: seconds, tv_nsec: 0)
        let number = unsafe sigtimedwait(&set, nil, &patience)
        if number == SIGCHLD { return .childEnded }
        return signals.first { $0.number == number }.map(Event.signal) ?? .nothing
    }
}
