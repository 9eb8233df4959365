/// What somebody who looks beyond the files doubts about one key.
package struct Remark: Equatable, Sendable {
    let kind: SectionKind
    let name: String
    let key: String
    let message: String
    /// The daemon does not start so.
    var isError = false

    /// About a key of `[Daemon]`.
    package static func daemon(_ key: String, _ message: String, isError: Bool = false) -> Remark {
        Remark(kind: .daemon, name: "", key: key, message: message, isError: isError)
    }

    /// About a key of `[Profile NAME]`.
    package static func profile(_ name: String, _ key: String, _ message: String) -> Remark {
        Remark(kind: .profile, name: name, key: key, message: message)
    }

    /// About a key of `[Sink NAME]`.
    package static func sink(_ name: String, _ key: String, _ message: String) -> Remark {
        Remark(kind: .sink, name: name, key: key, message: message)
    }
}

extension Position {
    /// Of what follows from no line at all.
    static let start = Position(file: 0, line: 1, column: 1)
}
