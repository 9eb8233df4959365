import Kernel
import TestSupport
import Testing

/// A daemon that takes connections, or not even these, and says nothing.
struct SilenceTests {
    private let stage: Stage

    init() throws {
        stage = try Stage()
    }

    private func run(_ words: [String]) throws -> Outcome {
        let listener = try stage.listen(at: stage.api)
        var running = try stage.start(words)
        let outcome = try running.finish()
        _ = consume listener
        return outcome
    }

    @Test func `a command waits no longer than --timeout`() throws {
        let run = try run(["status", "--timeout", "300ms"])
        #expect(run.status == .exited(3) && run.error.contains("did not answer within 300ms;"))
        #expect(try stage.run(["status", "--timeout", "soon"]).status == .exited(2))
    }

    @Test func `two silent sockets share the time`() throws {
        let start = KernelClock.bootNanoseconds()
        let admin = try stage.listen(at: stage.admin)
        let run = try run(["status", "--timeout", "1s"])
        #expect(run.status == .exited(3) && run.error.contains("did not answer within 1s;"))
        #expect(KernelClock.bootNanoseconds() - start < 1_900_000_000)
        _ = consume admin
    }

    /// The output of the program on a terminal of its own, which script(1) makes.
    private func runOnTerminal(_ words: String) throws -> Outcome {
        try stage.shell(#"script --quiet --return --command "$0 \#(words)" /dev/null < /dev/null"#)
    }

    @Test(arguments: ["status", "presign oss://b/k"])
    func `a command says on a terminal that it waits`(words: String) throws {
        let listener = try stage.listen(at: stage.api)
        let run = try runOnTerminal("\(words) --timeout 2500ms")
        #expect(run.output.split(separator: "note: waiting for the daemon at").count == 2)
        #expect(run.status == .exited(3))
        _ = consume listener
    }

    @Test func `says on a terminal that it reads a list there`() throws {
        let run = try runOnTerminal("presign -")
        #expect(run.output.contains("note: reading oss:// URLs from standard input, one a line"))
        #expect(run.status == .exited(0))
    }

    @Test func `says how long it really waited for a place in the queue`() throws {
        let listener = try stage.listen(at: stage.api)
        var waiting: [Waiting] = []
        let now = KernelClock.bootNanoseconds()
        while let connection = try? UnixSocket.connect(to: stage.api, waitingUntil: now) {
            waiting.append(Waiting(connection))
        }
        var running = try stage.start(["presign", "oss://b/k"])
        let run = try running.finish()
        #expect(run.error.contains(" did not answer within 5s; ") && run.status == .exited(3))
        #expect(!waiting.isEmpty)
        _ = consume listener
    }
}

/// A connection that is never accepted.
private final class Waiting {
    private let connection: Descriptor

    init(_ connection: consuming Descriptor) {
        self.connection = connection
    }
}
