package import Bytes

/// Entries that are collected and written together.
///
/// Meant to be used again and again: once warm it allocates nothing.
package struct JournalBatch: ~Copyable {
    /// The fields of all entries, one after the other.
    private(set) var entry = JournalEntry()
    /// Behind the last field of each entry.
    private(set) var ends: [Int] = []

    package init() {}

    package var isEmpty: Bool { ends.isEmpty }
    /// In bytes.
    package var size: Int { entry.bytes.count }

    /// Adds a field to the entry that is being made; its value is what `write` appends, which may be any bytes.
    package mutating func append(_ name: StaticString, _ write: (inout ByteBuffer) -> Void) {
        entry.append(name, write)
    }

    package mutating func append(_ name: StaticString, _ value: StaticString) {
        entry.append(name) { bytes in bytes.append(value) }
    }

    /// The entry is whole.
    package mutating func endEntry() {
        ends.append(entry.fields.count)
    }

    package mutating func removeAll() {
        entry.removeAll()
        ends.removeAll(keepingCapacity: true)
    }
}
