package import Bytes

/// Log entries, collected and written together in order.
///
/// An entry consists of fields such as `MESSAGE`, `PRIORITY`, `MESSAGE_ID` and our own. A batch is reused and
/// allocates nothing once warm.
package struct JournalBatch: ~Copyable {
    /// A field in `bytes`, written there as `NAME=value`.
    private struct Field: Equatable {
        var start: Int
        var nameEnd: Int
        var end: Int

        mutating func move(by distance: Int) {
            start += distance
            nameEnd += distance
            end += distance
        }
    }

    private var bytes = ByteBuffer(capacity: 512)
    /// The fields of all entries in order.
    private var fields: [Field] = []
    /// For each entry the index after its last field.
    private var ends: [Int] = []
    /// The number of entries at the front that are already written.
    private var removed = 0

    package init() {}

    package var isEmpty: Bool { removed == ends.count }
    /// The size in bytes.
    package var size: Int { isEmpty ? 0 : bytes.count - firstByte }

    /// Adds a field to the current entry; `write` appends its value, which may be any bytes.
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

    /// Adds the fields of an entry that another batch has begun.
    package mutating func append(_ other: borrowing JournalBatch) {
        let distance = bytes.count
        bytes.append(other.bytes)
        for var field in other.fields {
            field.move(by: distance)
            fields.append(field)
        }
    }

    /// Whether both have begun the same entry.
    package func equals(_ other: borrowing JournalBatch) -> Bool {
        bytes.equals(other.bytes.span) && fields == other.fields
    }

    /// Completes the current entry.
    package mutating func endEntry() {
        ends.append(fields.count)
    }

    package mutating func removeAll() {
        bytes.removeAll()
        fields.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        removed = 0
    }

    /// The fields of the first entry; the batch must not be empty.
    private var first: Range<Int> { firstField..<ends[removed] }

    mutating func removeFirst() {
        removed += 1
        guard !isEmpty else { return removeAll() }
        // Not every time, because it moves the remaining entries.
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

    /// Appends the first entry in the format of journald: <https://systemd.io/JOURNAL_NATIVE_PROTOCOL>.
    func append(firstTo datagram: inout ByteBuffer) {
        for field in fields[first] {
            let length = field.end - field.nameEnd - 1
            if bytes[field.nameEnd..<field.end].firstIndex(of: UInt8(ascii: "\n")) == nil {
                datagram.append(bytes, field.start..<field.end)
            } else {
                datagram.append(bytes, field.start..<field.nameEnd)
                datagram.append("\n")
                datagram.append(eight: UInt64(length))
                datagram.append(bytes, field.nameEnd + 1..<field.end)
            }
            datagram.append("\n")
        }
    }

    /// Moves the first entry to a line `message name=value name="a value"` for readers of standard error.
    ///
    /// A client may choose a value, which must not look like other fields.
    mutating func moveFirst(asLineTo line: inout ByteBuffer) {
        for field in fields[first] where name(of: field).equals("MESSAGE") {
            line.append(printable: bytes[field.nameEnd + 1..<field.end])
        }
        for field in fields[first] where !isHidden(name(of: field)) {
            line.append(" ")
            for index in shortName(of: field) { line.append(lowercased(bytes[index])) }
            line.append("=")
            appendValue(bytes[field.nameEnd + 1..<field.end], to: &line)
        }
        line.append("\n")
        removeFirst()
    }

    @_lifetime(borrow self)
    private func name(of field: Field) -> Span<UInt8> {
        bytes[field.start..<field.nameEnd]
    }

    /// The name without the prefix that distinguishes our fields in the journal.
    private func shortName(of field: Field) -> Range<Int> {
        let prefix: StaticString = "OSSAUTHD_"
        let isOurs = name(of: field).hasPrefix(prefix)
        return (isOurs ? field.start + prefix.utf8CodeUnitCount : field.start)..<field.nameEnd
    }

    /// Fields for programs only, and the message, which begins the line.
    private func isHidden(_ name: Span<UInt8>) -> Bool {
        name.equals("MESSAGE") || name.equals("MESSAGE_ID") || name.equals("PRIORITY")
            || name.equals("SYSLOG_IDENTIFIER")
    }

    private func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private func appendValue(_ value: Span<UInt8>, to line: inout ByteBuffer) {
        guard !value.isPlainWord else { return line.append(value) }
        line.append(UInt8(ascii: "\""))
        for scalar in String(copying: value).unicodeScalars {
            if scalar == "\"" || scalar == "\\" { line.append(UInt8(ascii: "\\")) }
            line.append(scalar.breaksLine ? "?" : String(scalar))
        }
        line.append(UInt8(ascii: "\""))
    }
}

extension Span<UInt8> {
    /// Whether the value needs no quotes.
    fileprivate var isPlainWord: Bool {
        for index in 0..<count {
            switch self[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "="), UInt8(ascii: "\\"), 0x20: return false
            default: break
            }
        }
        return isPrintableASCII
    }
}
