/// What came of a read that never waits.
package enum ReadResult: Equatable, Sendable {
    case bytes(Int)
    case wouldBlock
    /// The peer closed or reset the connection; nothing more will come.
    case endOfStream
}

/// What came of a write that never waits.
package enum WriteResult: Equatable, Sendable {
    /// How many of the bytes the kernel took, perhaps fewer than offered.
    case bytes(Int)
    case wouldBlock
    case peerGone
}
