/// What one exchange may cost; whoever reads a document holds these.
package enum ExchangeLimit {
    /// A body that is all escapes, and room for everything else at its limit.
    package static let requestBytes = 1 << 20
    /// Servers take 8,000 at most (RFC 9110, 4.1); an AppServer's URL has a hundred.
    package static let urlBytes = 4_096
    package static let headers = 32
    package static let headerBytes = 8_192
    package static let bodyBytes = 65_536
    /// `PATH_MAX`.
    package static let pathBytes = 4_096
    /// Keys that a server may have, now and after a change.
    package static let pins = 16
    /// Words of a command, and bytes of each.
    package static let words = 64
    package static let wordBytes = 4_096
    /// Nobody waits longer for a token: the retry comes earlier.
    package static let seconds = 1...600
    /// A token document has 2 KB; this is for those that wrap it.
    package static let responseBytes = 1...(1 << 20)
    /// What ends an exchange (RFC 9110, 15), and what some servers make up.
    package static let statuses = 200...999
    /// A failure whose message is all escapes.
    package static let replyHeadBytes = 4_096
    package static let messageBytes = 512
    /// Of a URL in front of it.
    static let shownURLBytes = 200
}
