/// Rows below titles for a program, complete and without colours.
package struct Table: Equatable, Sendable {
    let titles: [String]
    private(set) var rows: [[String]] = []

    init(_ titles: [String], _ rows: [[String]] = []) {
        self.titles = titles
        self.rows = rows
    }

    /// RFC 4180, but with the line ends of this system.
    package var csv: String {
        ([titles] + rows).map { $0.map(\.csvField).joined(separator: ",") + "\n" }.joined()
    }
}

extension String {
    /// The text as a field, quoted where necessary (RFC 4180, 2.6).
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
    /// The characters of RFC 4180, and others that a reader could take for the end of a row.
    fileprivate var needsQuotes: Bool {
        self == UInt8(ascii: ",") || self == UInt8(ascii: "\"") || self < 0x20
    }
}
