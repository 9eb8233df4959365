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
        let token: UInt64
        let range: Range<Int>
    }

    /// Append to what others sent or get, and leave behind that only what was added.
    let buffer = SharedBuffer()
    private(set) var parts: [Part] = []
    private var mayHoldSecrets = false

    /// More than is worth collecting.
    var isMuch: Bool { (parts.last?.range.upperBound ?? 0) > ServerLimits.groupMark }

    func add(_ range: Range<Int>, of connection: Connection) {
        parts.append(Part(token: connection.token, range: range))
        if connection.door.bringsSecrets { mayHoldSecrets = true }
    }

    /// All of it was served, or sent.
    func finish(_ buffer: inout ByteBuffer) {
        parts.removeAll(keepingCapacity: true)
        if mayHoldSecrets { buffer.wipe() } else { buffer.removeAll() }
        mayHoldSecrets = false
    }
}
