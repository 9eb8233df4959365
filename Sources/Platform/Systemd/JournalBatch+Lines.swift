internal import Bytes

extension JournalBatch {
    /// Takes out the first entry as `message name=value name=value`, for those who read standard error.
    mutating func moveFirst(asLineTo line: inout ByteBuffer) {
        for field in fields[first] where name(of: field).equals("MESSAGE") {
            appendPrintable(bytes[field.nameEnd + 1..<field.end], to: &line)
        }
        for field in fields[first] where !isHidden(name(of: field)) {
            line.append(" ")
            for index in field.start..<field.nameEnd { line.append(lowercased(bytes[index])) }
            line.append("=")
            appendPrintable(bytes[field.nameEnd + 1..<field.end], to: &line)
        }
        line.append("\n")
        removeFirst()
    }

    @_lifetime(borrow self)
    private func name(of field: Field) -> Span<UInt8> {
        bytes[field.start..<field.nameEnd]
    }

    /// What only machines want to know, and what leads the line.
    private func isHidden(_ name: Span<UInt8>) -> Bool {
        name.equals("MESSAGE") || name.equals("MESSAGE_ID") || name.equals("PRIORITY")
            || name.equals("SYSLOG_IDENTIFIER")
    }

    private func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// What would move a terminal's cursor, or forge another line, becomes a question mark.
    private func appendPrintable(_ value: Span<UInt8>, to line: inout ByteBuffer) {
        for index in 0..<value.count {
            let isControl = value[index] < 0x20 || value[index] == 0x7F
            line.append(isControl ? UInt8(ascii: "?") : value[index])
        }
    }
}
