/// The files while they become settings, and all that was found wrong with them so far.
struct Reading {
    let environment: Environment
    private let paths: [String]
    private var findings: [(position: Position, message: String)] = []

    init(_ files: [SourceFile], environment: Environment) {
        paths = files.map(\.path)
        self.environment = environment
    }

    mutating func report(_ message: String, at position: Position) {
        guard findings.count < Limits.problems else { return }
        findings.append((position, message))
    }

    func throwProblems() throws(InvalidSettings) {
        guard !findings.isEmpty else { return }
        // What was found first at one place comes first: the sort of the standard library is stable.
        let sorted = findings.sorted { $0.position < $1.position }
        throw InvalidSettings(
            problems: sorted.map { finding in
                Problem(
                    file: paths[finding.position.file], line: finding.position.line,
                    column: finding.position.column, message: finding.message)
            })
    }
}
