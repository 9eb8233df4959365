internal import Glibc

extension SystemError {
    /// The causes that a caller handles, or has a better sentence for than the system.
    package enum Cause: Equatable, Sendable {
        case missing, refused, forbidden, timedOut, tooLarge, inUse, exists, other
    }

    package var cause: Cause {
        switch code {
        case ENOENT, ENOTDIR: .missing
        case ECONNREFUSED: .refused
        case EACCES, EPERM: .forbidden
        case ETIMEDOUT: .timedOut
        case EFBIG: .tooLarge
        case EADDRINUSE: .inUse
        case EEXIST: .exists
        default: .other
        }
    }
}
