internal import Bytes

/// Memory that is lent to the connection that is being served; only what is left over is copied for it to keep.
final class SharedBuffer {
    private var buffer: ByteBuffer?

    /// Empty, whatever was in it before.
    func lend() -> ByteBuffer {
        guard var lent = buffer.take() else { return ByteBuffer(capacity: ServerLimits.readSize) }
        lent.removeAll()
        return lent
    }

    func takeBack(_ lent: consuming ByteBuffer) {
        // Exchanged and not assigned: what that destroys, the compiler could not know to leave this place alone.
        var other: ByteBuffer? = consume lent
        swap(&buffer, &other)
    }
}
