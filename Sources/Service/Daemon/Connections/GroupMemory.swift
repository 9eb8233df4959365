internal import API
internal import Bytes

/// What a group of connections sent, or gets, one behind the other in memory that is used again for the next.
///
/// All of it is read, then answered, then sent: the processor's caches hold the way into the kernel or that of a signature,
/// but not both, and a client that has many connections is not woken for each single answer, which costs more than the
/// signature in it.
final class GroupMemory {
    /// What one connection sent or gets, and where it stands.
    struct Part {
        let connection: ConnectionID
        let range: Range<Int>
    }

    /// Append to what others sent or get, and leave behind that only what was added.
    let buffer = SharedBuffer()
    private let parts = Cell(ReusedArray<Part>())
    private var mayHoldSecrets = false

    /// More than is worth collecting.
    var isMuch: Bool { (parts.value.last?.range.upperBound ?? 0) > ServerLimits.groupMark }

    func add(_ range: Range<Int>, of connection: Connection) {
        parts.value.append(Part(connection: connection.id, range: range))
        if connection.door.bringsSecrets { mayHoldSecrets = true }
    }

    var isEmpty: Bool { parts.value.isEmpty }

    /// How many parts there are, which stay the same while they are served or sent.
    var count: Int { parts.value.count }

    subscript(index: Int) -> Part { parts.value[index] }

    /// All of it was served, or sent.
    func finish(_ buffer: inout ByteBuffer) {
        parts.value.removeAll()
        if mayHoldSecrets { buffer.wipe() } else { buffer.removeAll() }
        mayHoldSecrets = false
    }
}
