internal import Glibc

/// The signals that are sent or listened to.
package enum Signal: Sendable, CaseIterable {
    case terminate, interrupt, hangup, user1, user2, kill
    /// Control-Z.
    case suspend
    /// The terminal has another size.
    case resize

    package var number: Int32 {
        switch self {
        case .terminate: SIGTERM
        case .interrupt: SIGINT
        case .hangup: SIGHUP
        case .user1: SIGUSR1
        case .user2: SIGUSR2
        case .kill: SIGKILL
        case .suspend: SIGTSTP
        case .resize: SIGWINCH
        }
    }
}
