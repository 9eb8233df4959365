import Bytes
import Glibc
import Kernel
import Systemd
import Testing

/// What one entry becomes.
private func line(of entry: borrowing JournalEntry) throws -> String {
    try written { () throws(SystemError) in try JournalWriter().write(entry) }
}

/// Writes while standard error is a pipe, and says what came out of it.
private func written(_ write: () throws(SystemError) -> Void) throws -> String {
    var pair = try SocketPair()
    let near = pair.take()
    let far = pair.take()
    let before = dup(2)
    dup2(far.number, 2)
    try write()
    dup2(before, 2)
    var buffer = ByteBuffer()
    _ = try near.receive(into: &buffer, atMost: 4_096)
    return String(copying: buffer.span)
}

struct JournalWriterTests {
    @Test func `without a journal an entry is one line on standard error`() async {
        await #expect(processExitsWith: .success) {
            var entry = JournalEntry()
            entry.append("PRIORITY", "6")
            entry.append("PROFILE", "main")
            entry.append("MESSAGE", "Token rotated")
            entry.append("MESSAGE_ID", "0123")
            entry.append("GENERATION", "7")
            let text = try line(of: entry)
            precondition(text == "Token rotated profile=main generation=7\n")
        }
    }

    @Test func `no value forges a line or moves a cursor`() async {
        await #expect(processExitsWith: .success) {
            var entry = JournalEntry()
            entry.append("MESSAGE", "a\nroot logged in\u{1B}[2J")
            entry.append("KEY", "ä\r")
            let text = try line(of: entry)
            precondition(text == "a?root logged in?[2J key=ä?\n")
        }
    }

    @Test func `an entry can be used again`() async {
        await #expect(processExitsWith: .success) {
            var entry = JournalEntry()
            entry.append("MESSAGE", "first")
            entry.removeAll()
            entry.append("MESSAGE", "second")
            let text = try line(of: entry)
            precondition(text == "second\n")
        }
    }

    @Test func `entries that were collected are lines in their order`() async {
        await #expect(processExitsWith: .success) {
            var batch = JournalBatch()
            for (message, key) in [("first", "a\n"), ("second", "b")] {
                batch.append("KEY") { bytes in bytes.append(key) }
                batch.append("MESSAGE") { bytes in bytes.append(message) }
                batch.endEntry()
            }
            let text = try written { () throws(SystemError) in try JournalWriter().write(batch) }
            precondition(text == "first key=a?\nsecond key=b\n")
        }
    }

    @Test func `knows whether the journal reads standard error`() async {
        await #expect(processExitsWith: .success) {
            guard let status = FileStatus(of: .error) else { ThisProcess.exit(1) }
            _ = unsafe setenv("JOURNAL_STREAM", "\(status.device):\(status.inode)", 1)
            precondition(JournalWriter().isJournal)
            _ = unsafe setenv("JOURNAL_STREAM", "\(status.device):\(status.inode + 1)", 1)
            precondition(!JournalWriter().isJournal)
            _ = unsafe unsetenv("JOURNAL_STREAM")
            precondition(!JournalWriter().isJournal)
        }
    }
}
