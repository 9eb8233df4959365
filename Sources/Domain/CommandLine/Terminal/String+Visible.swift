internal import Text

extension String {
    /// The text with all that could move a cursor, colour a screen, end a line or turn the direction of
    /// writing replaced by its number: for text of others that a person reads.
    package var visible: String {
        guard unicodeScalars.contains(where: \.isUnseen) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isUnseen {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}
