import EventLoop
import Kernel
import TestSupport
import Testing

// All processes share the clock, so one test at a time.
@Suite(.serialized)
struct ClockStepSourceTests {
    @Test func `does not call back while the clock is not set`() throws {
        let loop = try EventLoop()
        var calls = 0
        let source = try ClockStepSource(on: loop) { calls += 1 }
        // Another run of this suite on the same machine may set it.
        let isQuiet = try eventually {
            calls = 0
            _ = try loop.runOnce(timeout: .milliseconds(2))
            return calls == 0
        }
        #expect(isQuiet)
        withExtendedLifetime(source) {}
    }

    private static let maySetClock = (try? setClock(by: 0)) == true

    @Test(.enabled(if: maySetClock, "needs the right to set the clock"))
    func `calls back when the clock is set`() throws {
        let loop = try EventLoop()
        var calls = 0
        let source = try ClockStepSource(on: loop) { calls += 1 }
        for nanoseconds in [1, -1] {
            calls = 0
            #expect(try Self.setClock(by: nanoseconds))
            #expect(try loop.runOnce(timeout: patience))
            #expect(calls > 0)
        }
        #expect(try eventually { try !loop.runOnce(timeout: .zero) })
        withExtendedLifetime(source) {}
    }

    /// With `ADJ_SETOFFSET | ADJ_NANO`: so small a step is harmless, and the kernel reports it like any
    /// other.
    private static func setClock(by nanoseconds: Int) throws -> Bool {
        let program = """
            import ctypes
            step = (ctypes.c_int64 * 32)(0x2100)
            step[9], step[10] = divmod(\(nanoseconds), 1000000000)
            exit(ctypes.CDLL(None).adjtimex(step) < 0)
            """
        var child = try ChildProcess(
            "/usr/bin/python3", arguments: ["-c", program], environment: [],
            inheriting: [.standardInput, .standardOutput, .standardError])
        return try child.wait() == .exited(0)
    }
}
