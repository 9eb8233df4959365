/// One thing that is wrong in a configuration file, or hardly meant, and where.
package struct Mistake: Equatable, Sendable, CustomStringConvertible {
    package let file: String
    package let line: Int
    package let column: Int
    package let message: String
    /// It is not wrong, and yet hardly meant.
    package let isWarning: Bool

    package var description: String {
        "\(file):\(line):\(column): \(isWarning ? "warning: " : "")\(message)"
    }
}

/// All that is wrong, in the order of the files and lines.
package struct InvalidSettings: Error, Equatable {
    package let problems: [Mistake]
}

/// Why a text is no value of its kind.
struct Complaint: Error {
    var message: String
    /// Where in the text, in bytes.
    var offset = 0
}
