internal import Bytes

extension JournalBatch {
    /// Appends the first entry as journald takes it: <https://systemd.io/JOURNAL_NATIVE_PROTOCOL>.
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
}
