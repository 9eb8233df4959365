internal import Bytes

/// What is answered in one turn of the loop, one behind the other in memory that is used again for the next.
///
/// It is sent when the turn is over. Else a client that has many connections would be woken for each single answer, which
/// costs more than the signature in it.
final class TurnAnswers {
    /// Some answers to one client, and where in the memory they stand.
    struct Part {
        let token: UInt64
        let count: Int
        let range: Range<Int>
    }

    private var buffer: ByteBuffer?
    private(set) var parts: [Part] = []

    /// More than is worth collecting.
    var areMany: Bool { (parts.last?.range.upperBound ?? 0) > ServerLimits.turnMark }

    /// With what is to be sent in it: append, and leave behind it only what was added.
    func lend() -> ByteBuffer {
        buffer.take() ?? ByteBuffer(capacity: ServerLimits.readSize)
    }

    func takeBack(_ lent: consuming ByteBuffer) {
        // Exchanged and not assigned: what that destroys, the compiler could not know to leave this place alone.
        var other: ByteBuffer? = consume lent
        swap(&buffer, &other)
    }

    func add(_ count: Int, in range: Range<Int>, to connection: Connection) {
        guard !range.isEmpty else { return }
        parts.append(Part(token: connection.token, count: count, range: range))
    }

    func removeAll() {
        parts.removeAll(keepingCapacity: true)
    }

    /// Gives the memory back, which wipes it; only between two turns.
    func forget() {
        var other: ByteBuffer?
        swap(&buffer, &other)
    }
}
