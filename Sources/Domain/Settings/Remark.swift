/// What somebody who looks beyond the texts of the files doubts about one key, or one file.
package struct Remark: Equatable, Sendable {
    enum Place: Equatable {
        case key(String, SectionKind, name: String)
        case file(String)
    }

    let place: Place
    let message: String
    /// The daemon does not start so.
    var isError = false

    /// About a key of `[Daemon]`.
    package static func daemon(_ key: String, _ message: String, isError: Bool = false) -> Remark {
        Remark(place: .key(key, .daemon, name: ""), message: message, isError: isError)
    }

    /// About a key of `[Profile NAME]`.
    package static func profile(_ name: String, _ key: String, _ message: String) -> Remark {
        Remark(place: .key(key, .profile, name: name), message: message)
    }

    /// About a key of `[Sink NAME]`.
    package static func sink(_ name: String, _ key: String, _ message: String) -> Remark {
        Remark(place: .key(key, .sink, name: name), message: message)
    }

    /// About a file of the configuration, or the folder of its drop-ins.
    package static func file(_ path: String, _ message: String) -> Remark {
        Remark(place: .file(path), message: message)
    }
}

extension Position {
    /// Of what follows from no line at all.
    static let start = Position(file: 0, line: 1, column: 1)
}
