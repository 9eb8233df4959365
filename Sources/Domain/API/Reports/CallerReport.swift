internal import Bytes
internal import JSON

/// How often the programs of one user asked, and how often in vain.
package struct CallerReport: Equatable, Sendable {
    /// `nil`: all those that are not counted apart.
    package var user: UInt32?
    package var requests: Int
    /// Because of who asked, how often, or what for.
    package var refused: Int
    /// Because of us, or for want of a token.
    package var failed: Int

    package init(user: UInt32?, requests: Int, refused: Int, failed: Int) {
        self.user = user
        self.requests = requests
        self.refused = refused
        self.failed = failed
    }
}

extension ByteBuffer {
    mutating func append(_ caller: CallerReport) {
        beginObject()
        member("uid", orNull: caller.user.map { Int($0) })
        member("requests", caller.requests)
        member("refused", caller.refused)
        member("failed", caller.failed)
        endObject()
    }
}
