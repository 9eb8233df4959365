/// The limits of one exchange, which the reader of a document enforces.
package enum ExchangeLimit {
    /// Room for a body that consists of escapes, and for everything else at its limit.
    package static let requestBytes = 1 << 20
    /// Servers accept 8,000 bytes (RFC 9110, 4.1); the URL of an AppServer has about a hundred.
    package static let urlBytes = 4_096
    package static let headers = 32
    package static let headerBytes = 8_192
    package static let bodyBytes = 65_536
    /// `PATH_MAX`.
    package static let pathBytes = 4_096
    /// The words of a command, and the bytes of each.
    package static let words = 64
    package static let wordBytes = 4_096
    /// A longer wait is useless, because the retry follows earlier.
    package static let seconds = 1...600
    /// A token document has 2 KB, but servers may wrap it.
    package static let responseBytes = 1...(1 << 20)
    /// The final statuses (RFC 9110, 15), and those that some servers invent.
    package static let statuses = 200...999
    /// Room for a failure whose message consists of escapes.
    package static let replyHeadBytes = 4_096
    package static let messageBytes = 512
    /// The part of a URL that messages contain.
    static let shownURLBytes = 200
}
