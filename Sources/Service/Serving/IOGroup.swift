package import Bytes
internal import Turns

/// The input or the output of a group of connections, in one reused buffer.
///
/// The server reads all input of a group, then answers, then sends. That keeps its code in the caches of the processor, and
/// wakes a client with many connections once and not for each answer, which would cost more than the signature.
package final class IOGroup {
    /// The range of one connection.
    struct Part {
        let connection: ConnectionID
        let range: Range<Int>
    }

    /// A borrower may append, and must leave only the bytes of the parts.
    package let buffer = SharedBuffer()
    private let parts = Cell(ReusedArray<Part>())
    private var mayHoldSecrets = false

    /// Whether collecting more would gain nothing.
    var isFull: Bool { (parts.value.last?.range.upperBound ?? 0) > ServerLimits.groupMark }

    func add(_ range: Range<Int>, of connection: Connection) {
        parts.value.append(Part(connection: connection.id, range: range))
        if connection.listener.traits.mayCarrySecrets || connection.answersAreSecret { mayHoldSecrets = true }
    }

    var isEmpty: Bool { parts.value.isEmpty }

    var count: Int { parts.value.count }

    subscript(index: Int) -> Part { parts.value[index] }

    /// Called when all parts were answered, or sent.
    func finish(_ buffer: inout ByteBuffer) {
        parts.value.removeAll()
        if mayHoldSecrets { buffer.wipe() } else { buffer.removeAll() }
        mayHoldSecrets = false
    }
}

/// A buffer that connections borrow one by one; they copy only the bytes that they must keep.
package final class SharedBuffer {
    private var buffer: ByteBuffer?

    /// The buffer still has the bytes that it was returned with.
    package func lend() -> ByteBuffer {
        buffer.take() ?? ByteBuffer(capacity: ServerLimits.readSize)
    }

    package func takeBack(_ lent: consuming ByteBuffer) {
        // Swapped, because the compiler cannot know that destroying an assigned value leaves this property alone.
        var other: ByteBuffer? = consume lent
        swap(&buffer, &other)
    }

    /// Frees the memory, which wipes it.
    package func forget() {
        var other: ByteBuffer?
        swap(&buffer, &other)
    }
}
