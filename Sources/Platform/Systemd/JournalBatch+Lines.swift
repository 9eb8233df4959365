internal import Bytes

extension JournalBatch {
    /// Takes out the first entry as `message name=value name="a value"`, for those who read standard error.
    ///
    /// A value can be what a client likes, and must not pass for other fields.
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

    /// Without the prefix that keeps our fields apart from others in the journal; here all are ours.
    private func shortName(of field: Field) -> Range<Int> {
        let prefix: StaticString = "OSSAUTHD_"
        let isOurs = name(of: field).hasPrefix(prefix)
        return (isOurs ? field.start + prefix.utf8CodeUnitCount : field.start)..<field.nameEnd
    }

    /// What only machines want to know, and what leads the line.
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
            line.append(scalar.leavesLine ? "?" : String(scalar))
        }
        line.append(UInt8(ascii: "\""))
    }
}

extension Span<UInt8> {
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
