/// The files while they become settings, and all that was found wrong with them so far.
struct Reading {
    let environment: Environment
    private let paths: [String]
    private var findings: [(position: Position, message: String, isWarning: Bool)] = []

    init(_ files: [SourceFile], environment: Environment) {
        paths = files.map(\.path)
        self.environment = environment
    }

    /// The message is made only when there is room for it: looking for what was meant costs time.
    mutating func report(_ message: @autoclosure () -> String, at position: Position) {
        guard findings.count < Limits.problems else { return }
        findings.append((position, message(), false))
    }

    /// The same of what is not wrong, and yet hardly meant.
    mutating func warn(_ message: String, at position: Position) {
        guard findings.count < Limits.problems else { return }
        findings.append((position, message, true))
    }

    func throwProblems() throws(InvalidSettings) {
        if !findings.isEmpty { throw InvalidSettings(problems: problems) }
    }

    /// What was found first at one place comes first.
    var problems: [Mistake] {
        let order = findings.indices.sorted { (findings[$0].position, $0) < (findings[$1].position, $1) }
        return order.map { mistake(findings[$0]) }
    }

    /// A place in the words of a message.
    func text(of position: Position) -> String { "\(paths[position.file]):\(position.line)" }

    private func mistake(_ finding: (position: Position, message: String, isWarning: Bool)) -> Mistake {
        let place = finding.position
        return Mistake(
            file: paths[place.file], line: place.line, column: place.column, message: finding.message,
            isWarning: finding.isWarning)
    }
}
