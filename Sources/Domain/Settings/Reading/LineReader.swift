internal import Text

/// Cuts a file into lines, without comments and empty ones.
struct LineReader {
    private let bytes: [UInt8]
    private let file: Int
    private var next = 0
    private var line = 0

    init(_ source: SourceFile, number: Int) {
        bytes = source.bytes
        file = number
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if bytes.starts(with: byteOrderMark) { next = byteOrderMark.count }
    }

    /// The next line that says something; a comment between continued lines does not end them, as in systemd.
    mutating func logicalLine(_ reading: inout Reading) -> LogicalLine? {
        var logical = LogicalLine()
        while let range = physicalLine() {
            let content = bytes[range].drop { $0.isBlank }
            guard !isComment(content) else { continue }
            let start = Position(file: file, line: line, column: content.startIndex - range.lowerBound + 1)
            guard logical.text.count + content.count <= Limits.lineBytes else {
                reading.report("the line is longer than 64 KiB", at: start)
                logical = LogicalLine()
                continue
            }
            let continues = endsInBackslash(content)
            logical.append(continues ? content.dropLast() : content, at: start)
            if continues {
                logical.continue()
            } else if !logical.isEmpty {
                return logical
            }
        }
        return logical.isEmpty ? nil : logical
    }

    private mutating func physicalLine() -> Range<Int>? {
        guard next < bytes.count else { return nil }
        let start = next
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        next = end + 1
        line += 1
        let hasReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
        return start..<(hasReturn ? end - 1 : end)
    }

    private func isComment(_ content: ArraySlice<UInt8>) -> Bool {
        content.first == UInt8(ascii: "#") || content.first == UInt8(ascii: ";")
    }

    /// Two backslashes are one that was meant.
    private func endsInBackslash(_ content: ArraySlice<UInt8>) -> Bool {
        content.reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
    }
}
