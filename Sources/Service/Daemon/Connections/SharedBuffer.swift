internal import Bytes

/// Memory that is lent to whoever is being served; only what is left over is copied for a connection to keep.
final class SharedBuffer {
    private var buffer: ByteBuffer?

    /// With what was in it when it came back.
    func lend() -> ByteBuffer {
        buffer.take() ?? ByteBuffer(capacity: ServerLimits.readSize)
    }

    func takeBack(_ lent: consuming ByteBuffer) {
        // Exchanged and not assigned: what that destroys, the compiler could not know to leave this place alone.
        var other: ByteBuffer? = consume lent
        swap(&buffer, &other)
    }

    /// Gives the memory back, which wipes it.
    func forget() {
        var other: ByteBuffer?
        swap(&buffer, &other)
    }
}
