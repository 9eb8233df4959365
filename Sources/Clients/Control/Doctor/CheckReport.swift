/// The output of `ossauthd --check`, line by line.
package struct CheckReport: Equatable, Sendable {
    enum Severity: String, Sendable { case error, warning, note }

    struct Finding: Equatable, Sendable {
        let severity: Severity
        /// `nil`: it concerns no line of a file.
        let place: Place?
        let message: String
    }

    struct Place: Equatable, Sendable {
        let file: String
        let line: Int
        let column: Int
    }

    let isGood: Bool
    private(set) var findings: [Finding] = []

    /// `isGood`: the exit status was 0; lines without a place are then the summary for people.
    package init(_ text: String, isGood: Bool) {
        self.isGood = isGood
        for line in text.split(separator: "\n").map(String.init) {
            if let finding = Finding(line) {
                findings.append(finding)
            } else if !isGood {
                let hasError = findings.contains { $0.severity == .error }
                findings.append(Finding(severity: hasError ? .note : .error, place: nil, message: line))
            }
        }
    }
}

extension CheckReport.Finding {
    /// Reads `FILE:LINE:COLUMN: [warning: ]MESSAGE`; a path may contain colons.
    init?(_ line: String) {
        let parts = line.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let index = parts.indices.first { index in
            index > 0 && index + 2 < parts.count && Int(parts[index]) != nil && Int(parts[index + 1]) != nil
                && parts[index + 2].hasPrefix(" ")
        }
        guard let index, let number = Int(parts[index]), let column = Int(parts[index + 1]) else {
            return nil
        }
        let rest = String(parts[(index + 2)...].joined(separator: ":").dropFirst())
        let mark = "warning: "
        severity = rest.hasPrefix(mark) ? .warning : .error
        message = rest.hasPrefix(mark) ? String(rest.dropFirst(mark.count)) : rest
        place = CheckReport.Place(
            file: parts[..<index].joined(separator: ":"), line: number, column: column)
    }
}
