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
