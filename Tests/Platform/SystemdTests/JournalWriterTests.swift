import Bytes
import Glibc
import Kernel
import Systemd
import TestSupport
import Testing

/// A batch without a journal.
private func lines(_ fill: (inout JournalBatch) -> Void) throws -> String {
    let reader = try Reader()
    var batch = JournalBatch()
    fill(&batch)
    try JournalWriter().write(&batch)
    precondition(batch.isEmpty)
    return try reader.read()
}

// Each in a process of its own, because standard error and the environment belong to the whole process.
struct JournalWriterTests {
    @Test func `without a journal an entry is one line on standard error`() async {
        await #expect(processExitsWith: .success) {
            let text = try lines { batch in
                batch.append("PRIORITY", "6")
                batch.append("PROFILE", "main")
                batch.append("MESSAGE", "Token rotated")
                batch.append("MESSAGE_ID", "0123")
                batch.append("GENERATION", "7")
                batch.endEntry()
            }
            precondition(text == "Token rotated profile=main generation=7\n")
        }
    }

    @Test func `no value forges a line or moves a cursor`() async {
        await #expect(processExitsWith: .success) {
            let text = try lines { batch in
                batch.append("MESSAGE", "a\nroot logged in\u{1B}[2J")
                batch.append("KEY") { bytes in bytes.append("ä\r") }
                batch.endEntry()
            }
            precondition(text == "a?root logged in?[2J key=\"ä?\"\n")
        }
    }

    @Test func `no value passes for another field, and none turns the direction of writing`() async {
        await #expect(processExitsWith: .success) {
            let text = try lines { batch in
                batch.append("MESSAGE", "granted")
                batch.append("KEY") { bytes in bytes.append("x verdict=refused \"\\\u{202E}\u{9B}\u{2028}é") }
                batch.append("EXPIRES", "60")
                batch.append("RULE", "a=b")
                batch.endEntry()
            }
            precondition(
                text == #"granted key="x verdict=refused \"\\???é" expires=60 rule="a=b""# + "\n")
        }
    }

    @Test func `entries that were collected are lines in their order, and a batch can be used again`() async {
        await #expect(processExitsWith: .success) {
            let text = try lines { batch in
                batch.add("before")
                batch.removeAll()
                for message in ["first", "second"] { batch.add(message) }
            }
            precondition(text == "first\nsecond\n")
        }
    }

    @Test func `knows whether the journal reads standard error`() async {
        await #expect(processExitsWith: .success) {
            guard let status = FileStatus(of: .error) else { ThisProcess.exit(1) }
            _ = unsafe setenv("JOURNAL_STREAM", "\(status.device):\(status.inode)", 1)
            let own = try JournalWriter()
            precondition(own.isJournal)
            _ = unsafe setenv("JOURNAL_STREAM", "\(status.device):\(status.inode + 1)", 1)
            let other = try JournalWriter()
            precondition(!other.isJournal)
            _ = unsafe unsetenv("JOURNAL_STREAM")
            let none = try JournalWriter()
            precondition(!none.isJournal)
        }
    }
}
