import Bytes
import Kernel
import Systemd
import TestSupport
import Testing

/// A journal that does not read.
///
/// Each in a process of its own, because standard error and the environment belong to the whole process.
struct StalledJournalWriterTests {
    @Test func `the journal gets each field as it is, also with line breaks`() async {
        await #expect(processExitsWith: .success) {
            let journal = try JournalSocket()
            let values = ["plain=1", "two\nlines\n", "", "\n", "ä"]
            var batch = JournalBatch()
            for value in values { batch.append("VALUE") { bytes in bytes.append(value) } }
            batch.append("SYSLOG_IDENTIFIER", "ossauthd")
            batch.endEntry()
            try JournalWriter(journal: journal.path).write(&batch)
            let entry = try journal.next()
            let expected =
                values.map { JournalField("VALUE", $0) } + [JournalField("SYSLOG_IDENTIFIER", "ossauthd")]
            precondition(entry == expected && batch.isEmpty)
            let more = try journal.next()
            precondition(more == nil)
        }
    }

    @Test func `does not wait for the journal, and keeps refused entries in order`() async {
        await #expect(processExitsWith: .success) {
            let journal = try JournalSocket()
            let writer = try JournalWriter(journal: journal.path)
            let messages = (0..<5_000).map { "message \($0)\nof many" }
            var batch = batch(messages)
            writer.write(&batch)
            precondition(!batch.isEmpty && batch.size > 0)
            // There was no reader, so there is no room for one more.
            let size = batch.size
            writer.write(&batch)
            precondition(batch.size == size)
            var taken: [[JournalField]] = []
            while !batch.isEmpty {
                taken += try journal.all()
                batch.add("late \(taken.count)")
                writer.write(&batch)
            }
            taken += try journal.all()
            let texts = taken.compactMap { $0["MESSAGE"] }
            precondition(Array(texts.prefix(messages.count)) == messages && texts.count == taken.count)
            precondition(texts.dropFirst(messages.count).allSatisfy { $0.hasPrefix("late ") })
            precondition(taken.allSatisfy { $0["PRIORITY"] == "6" } && writer.lost == 0)
        }
    }

    @Test func `finds a journal again that was not there`() async {
        await #expect(processExitsWith: .success) {
            var journal = try JournalSocket()
            let writer = try JournalWriter(journal: journal.path)
            var batch = batch(["one"])
            writer.write(&batch)
            try File.remove(journal.path)
            batch.add("two")
            writer.write(&batch)
            precondition(!batch.isEmpty)
            try journal.restart()
            batch.add("three")
            writer.write(&batch)
            let messages = try journal.all().map { $0["MESSAGE"] }
            precondition(messages == ["two", "three"] && batch.isEmpty)
        }
    }

    @Test func `an entry that no datagram can hold does not hold up the others`() async {
        await #expect(processExitsWith: .success) {
            let journal = try JournalSocket()
            let writer = try JournalWriter(journal: journal.path)
            var batch = batch([String(repeating: "x", count: 64 * 1_024 * 1_024), "next"])
            writer.write(&batch)
            let messages = try journal.all().map { $0["MESSAGE"] }
            precondition(messages == ["next"] && writer.lost == 1)
        }
    }
}
