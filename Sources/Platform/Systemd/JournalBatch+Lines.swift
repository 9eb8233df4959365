internal import Bytes

extension JournalBatch {
    /// Takes out the first entry as `message name=value name="a value"`, for those who read standard error.
    ///
    /// A value can be what a client likes, and must not pass for other fields.
    mutating func moveFirst(asLineTo line: inout ByteBuffer) {
        for field in fields[first] where name(of: field).equals("MESSAGE") {
            appendPrintable(bytes[field.nameEnd + 1..<field.end], to: &line)
        }
        for field in fields[first] where !isHidden(name(of: field)) {
            line.append(" ")
            for index in field.start..<field.nameEnd { line.append(lowercased(bytes[index])) }
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
        guard !value.isPrintableASCII else { return line.append(value) }
        for scalar in String(copying: value).unicodeScalars {
            line.append(scalar.leavesLine ? "?" : String(scalar))
        }
    }

    private func appendValue(_ value: Span<UInt8>, to line: inout ByteBuffer) {
        guard !value.isPlainWord else { return line.append(value) }
        line.append(UInt8(ascii: "\""))
        for scalar in String(copying: value).unicodeScalars {
            if scalar == "\"" || scalar == "\\" { line.append(UInt8(ascii: "\\")) }
            line.append(scalar.leavesLine ? "?" : String(scalar))
        }
        line.append(UInt8(ascii: "\""))
    }
}

extension Span<UInt8> {
    /// Blanks too: a line of text has them.
    fileprivate var isPrintableASCII: Bool {
        for index in 0..<count where self[index] < 0x20 || self[index] > 0x7E { return false }
        return true
    }

    /// What needs no quotes.
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
