package import HTTP
package import Kernel

/// Why no answer of the daemon came.
package enum ReachingError: Error {
    case system(SystemError)
    /// The daemon ended the connection before its answer was whole.
    case hungUp
    /// What answers speaks no HTTP that we know.
    case notHTTP(HTTPError)
    /// HTTP, but in a form that the daemon never uses.
    case unknownForm
    case tooLong(limit: Int)
}
