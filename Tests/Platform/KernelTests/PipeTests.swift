import Bytes
import Kernel
import TestSupport
import Testing

struct PipeTests {
    private func output(_ script: String, atMost limit: Int = 1_000, until deadline: Int64 = soon()) throws
        -> String
    {
        var pipe = try Pipe()
        var child = try start(script, pipe.takeWritingEnd())
        let bytes = try pipe.contents(atMost: limit, until: deadline)
        #expect(try child.wait(until: soon()) == .exited(0))
        return bytes.string
    }

    private func start(_ script: String, _ end: consuming Descriptor) throws -> ChildProcess {
        try ChildProcess(
            "/bin/sh", arguments: ["-c", script], environment: ["PATH=/usr/bin:/bin"],
            inheriting: [.init(end, as: 1)])
    }

    @Test func `returns all that a child writes`() throws {
        #expect(try output("printf one; printf two > /dev/stdout") == "onetwo")
        #expect(try output("") == "")
        #expect(try output("head -c 1000 /dev/zero").utf8.count == 1_000)
    }

    @Test func `has a limit of bytes and one of time`() throws {
        let tooMuch = #expect(throws: SystemError.self) { try output("head -c 1001 /dev/zero") }
        #expect(tooMuch?.cause == .tooLarge)
        let deadline = KernelClock.bootNanoseconds() + 50_000_000
        let tooLate = #expect(throws: SystemError.self) { try output("exec sleep 60", until: deadline) }
        #expect(tooLate?.cause == .timedOut)
    }

    @Test func `a child reads a memory file from its first byte`() throws {
        let file = try MemoryFile.make(named: "input", containing: "to be read".utf8Span.span)
        var pipe = try Pipe()
        var child = try start(reading: file, pipe.takeWritingEnd())
        #expect(try pipe.contents(atMost: 100, until: soon()).string == "to be read")
        #expect(try child.wait() == .exited(0))
    }

    private func start(reading file: borrowing Descriptor, _ end: consuming Descriptor) throws -> ChildProcess
    {
        try ChildProcess(
            "/bin/cat", arguments: [], environment: [], inheriting: [.init(file, as: 0), .init(end, as: 1)])
    }
}
