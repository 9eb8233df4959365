internal import Glibc

extension ThisProcess {
    /// Ends the process after so many seconds, whatever it waits for then; a later call sets another end.
    package static func endAfter(seconds: UInt32) {
        _ = signal(SIGALRM, SIG_DFL)
        _ = alarm(seconds)
    }
}
