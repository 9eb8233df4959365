/// The answers to a group of connections, one behind the other in memory that is used again for the next.
///
/// They are sent together. Else a client that has many connections would be woken for each single answer, which costs more
/// than the signature in it.
final class CollectedAnswers {
    /// Some answers to one client, and where in the memory they stand.
    struct Part {
        let token: UInt64
        let count: Int
        let range: Range<Int>
    }

    /// Append to what is to be sent in it, and leave behind that only what was added.
    let memory = SharedBuffer()
    private(set) var parts: [Part] = []

    /// More than is worth collecting.
    var areMany: Bool { (parts.last?.range.upperBound ?? 0) > ServerLimits.groupMark }

    func add(_ count: Int, in range: Range<Int>, to connection: Connection) {
        guard !range.isEmpty else { return }
        parts.append(Part(token: connection.token, count: count, range: range))
    }

    func removeAll() {
        parts.removeAll(keepingCapacity: true)
    }
}
