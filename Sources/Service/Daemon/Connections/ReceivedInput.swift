internal import API
internal import Bytes

/// What a group of connections sent, one behind the other in memory that is used again for the next.
///
/// It is served when all of it was read: the processor's caches hold the way into the kernel or that of a signature, but
/// not both.
final class ReceivedInput {
    /// What one connection sent, and where in the memory it stands.
    struct Part {
        let token: UInt64
        let range: Range<Int>
    }

    /// Append to what is to be served, and leave behind that only what was added.
    let memory = SharedBuffer()
    private(set) var parts: [Part] = []
    private var holdsSecrets = false

    /// More than is worth collecting.
    var isMuch: Bool { (parts.last?.range.upperBound ?? 0) > ServerLimits.groupMark }

    func add(_ range: Range<Int>, of connection: Connection) {
        parts.append(Part(token: connection.token, range: range))
        if connection.door.bringsSecrets { holdsSecrets = true }
    }

    /// All of it was served.
    func finish(_ memory: inout ByteBuffer) {
        parts.removeAll(keepingCapacity: true)
        if holdsSecrets { memory.wipe() } else { memory.removeAll() }
        holdsSecrets = false
    }
}
