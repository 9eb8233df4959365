/// The state of one reading of the configuration: the environment, and all mistakes found so far.
struct Reading {
    let environment: Environment
    private let paths: [String]
    private var findings: [(position: Position, message: String, isWarning: Bool)] = []

    init(_ files: [SourceFile], environment: Environment) {
        paths = files.map(\.path)
        self.environment = environment
    }

    /// Reports an error.
    ///
    /// The message is built only if there is room for it, because searching for suggestions takes time.
    mutating func report(_ message: @autoclosure () -> String, at position: Position) {
        guard findings.count < Limits.problems else { return }
        findings.append((position, message(), false))
    }

    /// Reports a warning: valid, but probably not intended.
    mutating func warn(_ message: String, at position: Position) {
        guard findings.count < Limits.problems else { return }
        findings.append((position, message, true))
    }

    func throwProblems() throws(InvalidSettings) {
        if !findings.isEmpty { throw InvalidSettings(problems: problems) }
    }

    /// All findings by position; findings at the same position stay in the order in which they were found.
    var problems: [Mistake] {
        let order = findings.indices.sorted { (findings[$0].position, $0) < (findings[$1].position, $1) }
        return order.map { mistake(findings[$0]) }
    }

    /// A position as messages state it.
    func text(of position: Position) -> String { "\(paths[position.file]):\(position.line)" }

    private func mistake(_ finding: (position: Position, message: String, isWarning: Bool)) -> Mistake {
        let place = finding.position
        return Mistake(
            file: paths[place.file], line: place.line, column: place.column, message: finding.message,
            isWarning: finding.isWarning)
    }
}

/// One error or warning about a configuration file, with its position.
package struct Mistake: Equatable, Sendable, CustomStringConvertible {
    package let file: String
    package let line: Int
    package let column: Int
    package let message: String
    /// Whether the text is valid but probably not intended.
    package let isWarning: Bool

    package var description: String {
        "\(file):\(line):\(column): \(isWarning ? "warning: " : "")\(message)"
    }
}

/// All errors, in the order of the files and lines.
package struct InvalidSettings: Error, Equatable {
    package let problems: [Mistake]
}

/// The reason why a text is invalid.
struct Complaint: Error {
    var message: String
    /// The position in the text, in bytes.
    var offset = 0
}

/// Limits on the size of a configuration.
enum Limits {
    static let fileBytes = 1 << 20
    /// The limit of a line, and of all continued lines together.
    static let lineBytes = 64 << 10
    /// More errors help no reader, and a file of random bytes must not fill the memory with messages.
    static let problems = 1_000
    /// The number of names that are searched for a suggestion.
    static let suggestions = 200
}
