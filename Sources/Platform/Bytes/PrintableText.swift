extension Unicode.Scalar {
    /// Whether the character ends a line, moves the cursor, or changes the direction of writing.
    package var breaksLine: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

extension String {
    /// The text with a space in place of each character that leaves the line.
    package var onOneLine: String {
        String(UnicodeScalarView(unicodeScalars.map { $0.breaksLine ? " " : $0 }))
    }
}

extension ByteBuffer {
    /// Appends text with a question mark in place of each character that leaves the line.
    package mutating func append(printable text: Span<UInt8>) {
        guard !text.isPrintableASCII else { return append(text) }
        for scalar in String(copying: text).unicodeScalars {
            append(scalar.breaksLine ? "?" : String(scalar))
        }
    }
}

extension Span<UInt8> {
    /// Whether all bytes are printable ASCII or spaces.
    package var isPrintableASCII: Bool {
        for index in 0..<count where self[index] < 0x20 || self[index] > 0x7E { return false }
        return true
    }
}
