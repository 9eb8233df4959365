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
struct Position: Equatable, Sendable {
    var file: Int
    var line: Int
    var column: Int
}

extension Position: Comparable {
    static func < (left: Position, right: Position) -> Bool {
        (left.file, left.line, left.column) < (right.file, right.line, right.column)
    }
}
