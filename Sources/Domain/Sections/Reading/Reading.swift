/// The state of one reading of the configuration: the environment, and all mistakes found so far.
package struct Reading {
    package let environment: Environment
    private let paths: [String]
    private var findings: [(position: Position, message: String, isWarning: Bool)] = []

    package init(_ files: [SourceFile], environment: Environment) {
        paths = files.map(\.path)
        self.environment = environment
    }

    /// Reports an error.
    ///
    /// The message is built only if there is room for it, because searching for suggestions takes time.
    package mutating func report(_ message: @autoclosure () -> String, at position: Position) {
        guard findings.count < Limits.problems else { return }
        findings.append((position, message(), false))
    }

    /// Reports a warning: valid, but probably not intended.
    package mutating func warn(_ message: String, at position: Position) {
        guard findings.count < Limits.problems else { return }
        findings.append((position, message, true))
    }

    package func throwProblems() throws(InvalidSettings) {
        if !findings.isEmpty { throw InvalidSettings(problems: problems) }
    }

    /// All findings by position; findings at the same position stay in the order in which they were found.
    package var problems: [Mistake] {
        let order = findings.indices.sorted { (findings[$0].position, $0) < (findings[$1].position, $1) }
        return order.map { mistake(findings[$0]) }
    }

    /// A position as messages state it.
    package func text(of position: Position) -> String { "\(paths[position.file]):\(position.line)" }

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
package struct Complaint: Error {
    package let message: String
    /// The position in the text, in bytes.
    let offset: Int

    package init(message: String, offset: Int = 0) {
        self.message = message
        self.offset = offset
    }
}

/// Limits on the size of a configuration.
package enum Limits {
    package static let fileBytes = 1 << 20
    /// The limit of a line, and of all continued lines together.
    package static let lineBytes = 64 << 10
    /// More errors help no reader, and a file of random bytes must not fill the memory with messages.
    package static let problems = 1_000
    /// The number of names that are searched for a suggestion.
    package static let suggestions = 200
}
