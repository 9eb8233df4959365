extension Unicode.Scalar {
    /// Whether it ends a line, moves the cursor of a terminal, or turns the direction of writing.
    package var leavesLine: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

extension String {
    /// With blanks in place of what would leave the line.
    package var onOneLine: String {
        String(UnicodeScalarView(unicodeScalars.map { $0.leavesLine ? " " : $0 }))
    }
}

extension ByteBuffer {
    /// Appends text with a question mark for each character that would leave the line.
    package mutating func append(printable text: Span<UInt8>) {
        guard !text.isPrintableASCII else { return append(text) }
        for scalar in String(copying: text).unicodeScalars {
            append(scalar.leavesLine ? "?" : String(scalar))
        }
    }
}

extension Span<UInt8> {
    /// Blanks too: a line of text has them.
    package var isPrintableASCII: Bool {
        for index in 0..<count where self[index] < 0x20 || self[index] > 0x7E { return false }
        return true
    }
}
