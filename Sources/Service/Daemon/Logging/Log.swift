internal import Bytes
internal import Settings
internal import Systemd
internal import Text

/// Writes records to the journal, or to standard error where nobody reads a journal.
final class Log {
    /// What is kept for a reader who does not read; beyond it records are counted.
    private static let maximumSize = 262_144
    /// Far below what a datagram can hold, and above what anybody reads.
    private static let longestMessage = 32_768

    var level: LogLevel
    let writer: JournalWriter
    private var batch = JournalBatch()

    init(level: LogLevel, to writer: JournalWriter) {
        self.level = level
        self.writer = writer
    }

    /// How many bytes wait for a reader.
    var rest: Int { batch.size }

    func write(_ record: LogRecord) {
        guard record.level.weight <= level.weight else { return }
        guard batch.size < Log.maximumSize else {
            writer.lost += 1
            return
        }
        tellOfLost()
        append(record)
        flush()
    }

    /// Writes what is kept, as far as it is taken now.
    func flush() {
        writer.write(&batch)
        guard batch.isEmpty, writer.lost > 0 else { return }
        tellOfLost()
        writer.write(&batch)
    }

    private func tellOfLost() {
        guard writer.lost > 0 else { return }
        append(.recordsLost(count: writer.lost))
        writer.lost = 0
    }

    private func append(_ record: LogRecord) {
        let message = record.profile.map { "\($0): \(record.message)" } ?? record.message
        batch.append("MESSAGE") { text in text.append(Log.cut(message)) }
        batch.append("PRIORITY") { text in text.append(decimal: record.level.weight) }
        batch.append("SYSLOG_IDENTIFIER", "ossauthd")
        if let id = record.catalogID { batch.append("MESSAGE_ID") { text in text.append(id) } }
        if writer.isJournal, let profile = record.profile {
            batch.append("OSSAUTHD_PROFILE") { name in name.append(profile) }
        }
        batch.endEntry()
    }

    private static func cut(_ message: String) -> String {
        guard message.utf8.count > longestMessage else { return message }
        let end = message.utf8.index(message.startIndex, offsetBy: longestMessage)
        return "\(message[..<end])… (cut)"
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
