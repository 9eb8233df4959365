import Glibc
import Kernel
import Systemd
import TestSupport
import Testing

/// Readers of standard error that do not read.
///
/// Each in a process of its own, because standard error and the environment belong to the whole process.
struct StalledStreamTests {
    /// The content of a pipe that is standard error; at first there is no reader.
    private static func text(of messages: [String], _ prepare: (borrowing Descriptor) -> Void = { _ in })
        throws -> String
    {
        var ends: [Int32] = [-1, -1]
        _ = unsafe pipe(&ends)
        let reader = Descriptor(owning: ends[0])
        let before = dup(2)
        defer { dup2(before, 2) }
        dup2(ends[1], 2)
        close(ends[1])
        prepare(reader)
        let writer = try JournalWriter()
        var batch = batch(messages)
        writer.write(&batch)
        precondition(writer.rest > 0)
        var text: [UInt8] = []
        try reader.makeNonBlocking()
        var room = [UInt8](repeating: 0, count: 3_000)
        while true {
            let count = unsafe room.withUnsafeMutableBytes { bytes in
                unsafe read(reader.number, bytes.baseAddress, bytes.count)
            }
            if count <= 0, writer.rest == 0 { break }
            text += room.prefix(max(0, count))
            writer.write(&batch)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let messages = (0..<20_000).map { "message \($0)" }

    @Test func `does not wait for the reader of a pipe, and splits no line`() async {
        await #expect(processExitsWith: .success) {
            let text = try StalledStreamTests.text(of: StalledStreamTests.messages)
            precondition(text == StalledStreamTests.messages.map { "\($0)\n" }.joined())
        }
    }

    @Test(.enabled(if: ThisProcess.user == 0, "needs a user who may become another"))
    func `does not wait for a pipe of another user`() async {
        await #expect(processExitsWith: .success) {
            let text = try StalledStreamTests.text(of: StalledStreamTests.messages) { _ in
                precondition(seteuid(65_534) == 0)
            }
            // Sanitizers check the process when it ends, as the user that started it.
            precondition(seteuid(0) == 0)
            precondition(text == StalledStreamTests.messages.map { "\($0)\n" }.joined())
        }
    }

    @Test func `does not wait for the reader of a socket`() async {
        await #expect(processExitsWith: .success) {
            let reader = try Reader()
            let writer = try JournalWriter()
            var batch = batch(StalledStreamTests.messages)
            writer.write(&batch)
            precondition(writer.rest > 0)
            var text = ""
            while writer.rest > 0 {
                text += try reader.read()
                writer.write(&batch)
            }
            text += try reader.read()
            precondition(text == StalledStreamTests.messages.map { "\($0)\n" }.joined())
        }
    }

    @Test func `lines without any possible reader are dropped`() async {
        await #expect(processExitsWith: .success) {
            ThisProcess.ignoreBrokenPipes()
            var pair = try SocketPair()
            let near = pair.take()
            _ = pair.take()
            dup2(near.number, 2)
            let writer = try JournalWriter()
            var batch = batch(["one"])
            writer.write(&batch)
            precondition(writer.rest == 0 && batch.isEmpty)
        }
    }
}
