internal import Kernel

/// Lines for the operator on standard error, of a program that has no log yet.
package enum ErrorLines {
    /// As in syslog.
    package enum Level: Int {
        case error = 3
        case warning
        case notice
    }

    /// Each line begins with its level if the journal reads standard error: the journal takes it off again.
    ///
    /// A failure of standard error cannot be reported.
    package static func write(_ text: String, _ level: Level = .error) {
        let mark = JournalWriter.journalReadsStandardError ? "<\(level.rawValue)>" : ""
        let lines = text.split(separator: "\n").map { "\(mark)\($0)\n" }.joined()
        try? StandardStream.error.write(lines.utf8Span.span)
    }
}
