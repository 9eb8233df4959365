/// What came of a read that never waits.
package enum ReadResult: Equatable, Sendable {
    case bytes(Int)
    case wouldBlock
    /// The peer closed or reset the connection; nothing more will come.
    case endOfStream
}
