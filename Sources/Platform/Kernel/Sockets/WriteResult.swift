/// What came of a write that never waits.
package enum WriteResult: Equatable, Sendable {
    /// How many of the bytes the kernel took, perhaps fewer than offered.
    case bytes(Int)
    case wouldBlock
    case peerGone
}
