internal import Bytes

/// One entry of the journal: fields with names like `MESSAGE`, `PRIORITY`, `MESSAGE_ID`, or our own.
///
/// Meant to be used again and again, so that writing one allocates nothing.
package struct JournalEntry: ~Copyable {
    /// A field in `bytes`, where it stands as `NAME=value`.
    struct Field {
        let start: Int
        let nameEnd: Int
        let end: Int
    }

    private(set) var bytes = ByteBuffer(capacity: 512)
    private(set) var fields: [Field] = []

    package init() {}

    /// The value may have any bytes, line breaks too.
    package mutating func append(_ name: StaticString, _ value: Span<UInt8>) {
        append(name) { bytes in bytes.append(value) }
    }

    /// The value is what `write` appends.
    mutating func append(_ name: StaticString, _ write: (inout ByteBuffer) -> Void) {
        let start = bytes.count
        bytes.append(name)
        let nameEnd = bytes.count
        bytes.append(UInt8(ascii: "="))
        write(&bytes)
        fields.append(Field(start: start, nameEnd: nameEnd, end: bytes.count))
    }

    package mutating func append(_ name: StaticString, _ value: String) {
        append(name, value.utf8Span.span)
    }

    package mutating func removeAll() {
        bytes.removeAll()
        fields.removeAll(keepingCapacity: true)
    }
}
