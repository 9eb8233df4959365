internal import Settings
internal import Systemd

/// Writes records to the journal, or to standard error where nobody reads a journal.
final class Log {
    var level: LogLevel
    private let writer = JournalWriter()

    init(level: LogLevel) {
        self.level = level
    }

    func write(_ record: LogRecord) {
        guard record.level.weight <= level.weight else { return }
        var entry = JournalEntry()
        let message = record.profile.map { "\($0): \(record.message)" } ?? record.message
        entry.append("MESSAGE", message)
        entry.append("PRIORITY", "\(record.level.weight)")
        entry.append("SYSLOG_IDENTIFIER", "ossauthd")
        if let id = record.catalogID { entry.append("MESSAGE_ID", id) }
        if writer.isJournal, let profile = record.profile { entry.append("OSSAUTHD_PROFILE", profile) }
        // Whom should a failure to log be told?
        try? writer.write(entry)
    }
}

extension LogLevel {
    /// As in syslog.
    fileprivate var weight: Int {
        switch self {
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug: 7
        }
    }
}
