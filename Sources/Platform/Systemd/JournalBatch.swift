package import Bytes

/// Entries that are collected and written together, in their order.
///
/// An entry is fields with names like `MESSAGE`, `PRIORITY`, `MESSAGE_ID`, or our own. Meant to be used again and again:
/// once warm it allocates nothing.
package struct JournalBatch: ~Copyable {
    /// A field in `bytes`, where it stands as `NAME=value`.
    struct Field {
        private(set) var start: Int
        private(set) var nameEnd: Int
        private(set) var end: Int

        fileprivate mutating func move(by distance: Int) {
            start += distance
            nameEnd += distance
            end += distance
        }
    }

    private(set) var bytes = ByteBuffer(capacity: 512)
    /// Those of all entries, one after the other.
    private(set) var fields: [Field] = []
    /// Behind the last field of each entry.
    private var ends: [Int] = []
    /// So many entries at the front are written already.
    private var removed = 0

    package init() {}

    package var isEmpty: Bool { removed == ends.count }
    /// In bytes.
    package var size: Int { isEmpty ? 0 : bytes.count - firstByte }

    /// Adds a field to the entry that is being made; its value is what `write` appends, which may be any bytes.
    package mutating func append(_ name: StaticString, _ write: (inout ByteBuffer) -> Void) {
        let start = bytes.count
        bytes.append(name)
        let nameEnd = bytes.count
        bytes.append(UInt8(ascii: "="))
        write(&bytes)
        fields.append(Field(start: start, nameEnd: nameEnd, end: bytes.count))
    }

    package mutating func append(_ name: StaticString, _ value: StaticString) {
        append(name) { bytes in bytes.append(value) }
    }

    /// The entry is whole.
    package mutating func endEntry() {
        ends.append(fields.count)
    }

    package mutating func removeAll() {
        bytes.removeAll()
        fields.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        removed = 0
    }
}

extension JournalBatch {
    /// The fields of the first entry, of which there must be one.
    var first: Range<Int> { firstField..<ends[removed] }

    mutating func removeFirst() {
        removed += 1
        guard !isEmpty else { return removeAll() }
        // Not each time, for what is behind must be moved.
        if firstByte > bytes.count / 2 { compact() }
    }

    private var firstField: Int { removed == 0 ? 0 : ends[removed - 1] }
    private var firstByte: Int { fields[firstField].start }

    private mutating func compact() {
        let (droppedBytes, droppedFields) = (firstByte, firstField)
        bytes.removeFirst(droppedBytes)
        fields.removeFirst(droppedFields)
        ends.removeFirst(removed)
        removed = 0
        for index in fields.indices { fields[index].move(by: -droppedBytes) }
        for index in ends.indices { ends[index] -= droppedFields }
    }
}
