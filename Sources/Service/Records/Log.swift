internal import Bytes
package import Sections
package import Systemd
internal import Text
package import Time

/// Writes records to the journal, or to standard error where there is no journal.
package final class Log {
    /// The limit of the bytes kept while the journal does not read; further records are only counted.
    private static let maximumSize = 262_144
    /// Far below the size of a datagram.
    private static let longestMessage = 32_768

    package var level: LogLevel
    package let writer: JournalWriter
    private var batch = JournalBatch()

    private let program: StaticString

    package init(level: LogLevel, to writer: JournalWriter, as program: StaticString = "ossauthd") {
        self.level = level
        self.program = program
        self.writer = writer
    }

    /// The number of bytes that wait for the journal.
    var pendingBytes: Int { batch.size }

    package func accepts(_ level: LogLevel) -> Bool { level.weight <= self.level.weight }

    package func write(_ record: LogRecord) {
        guard accepts(record.level) else { return }
        guard batch.size < Log.maximumSize else {
            writer.lost += 1
            return
        }
        reportLost()
        append(record)
        flush()
    }

    /// Writes as much as the journal accepts now.
    func flush() {
        writer.write(&batch)
        guard batch.isEmpty, writer.lost > 0 else { return }
        reportLost()
        writer.write(&batch)
    }

    private func reportLost() {
        guard writer.lost > 0 else { return }
        append(.recordsLost(count: writer.lost))
        writer.lost = 0
    }

    private func append(_ record: LogRecord) {
        let message = record.profile.map { "\($0): \(record.message)" } ?? record.message
        batch.append("MESSAGE") { text in text.append(Log.cut(message)) }
        batch.append("PRIORITY") { text in text.append(decimal: record.level.weight) }
        batch.append("SYSLOG_IDENTIFIER", program)
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

/// Limits a message that clients can cause at will to one a minute, with the number of occurrences.
package struct Repetition {
    private static let pause = Duration.seconds(60)

    private var count = 0
    private var silentUntil: Instant?

    package init() {}

    /// Counts one occurrence; returns the number since the last message, or `nil` if no message is due.
    package mutating func happened(at now: Instant) -> Int? {
        count += 1
        guard silentUntil.map({ $0 <= now }) ?? true else { return nil }
        silentUntil = now + Repetition.pause
        defer { count = 0 }
        return count
    }
}
