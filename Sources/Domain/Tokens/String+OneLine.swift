extension String {
    /// Without what ends a line, moves the cursor of a terminal, or turns the direction of writing.
    var onOneLine: String {
        String(
            UnicodeScalarView(
                unicodeScalars.map {
                    switch $0.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator: " "
                    default: $0
                    }
                }))
    }
}
