/// The content of one configuration file.
///
/// Later files in a list add to or override earlier ones.
package struct SourceFile: Sendable {
    package let path: String
    package let bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

/// Lines and columns count from 1, columns in bytes.
package struct Position: Equatable, Sendable {
    package var file: Int
    package var line: Int
    package var column: Int

    package init(file: Int, line: Int, column: Int) {
        (self.file, self.line, self.column) = (file, line, column)
    }

    /// The position of findings that no line causes.
    package static let start = Position(file: 0, line: 1, column: 1)
}

extension Position: Comparable {
    package static func < (left: Position, right: Position) -> Bool {
        (left.file, left.line, left.column) < (right.file, right.line, right.column)
    }
}
