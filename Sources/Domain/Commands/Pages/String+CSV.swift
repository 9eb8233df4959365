extension String {
    /// The text as a field of a row, quoted where it must be (RFC 4180, 2.6).
    var csvField: String {
        guard utf8.contains(where: \.needsQuotes) else { return self }
        var field = "\""
        for scalar in unicodeScalars {
            if scalar == "\"" { field.unicodeScalars.append(scalar) }
            field.unicodeScalars.append(scalar)
        }
        field.append("\"")
        return field
    }
}

extension UInt8 {
    /// What RFC 4180 names, and whatever else a reader could take for the end of a row.
    fileprivate var needsQuotes: Bool {
        self == UInt8(ascii: ",") || self == UInt8(ascii: "\"") || self < 0x20
    }
}
