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

    @Test(.enabled(if: ThisProcess.user == 0))
    func `calls back when the clock is set`() throws {
        let loop = try EventLoop()
        var calls = 0
        let source = try ClockStepSource(on: loop) { calls += 1 }
        for nanoseconds in [1, -1] {
            calls = 0
            try moveClock(by: nanoseconds)
            #expect(try loop.runOnce(timeout: patience))
            #expect(calls > 0)
        }
        #expect(try eventually { try !loop.runOnce(timeout: .zero) })
        withExtendedLifetime(source) {}
    }

    /// With `ADJ_SETOFFSET | ADJ_NANO`: so small a step is harmless, and the kernel reports it like any
    /// other.
    private func moveClock(by nanoseconds: Int) throws {
        let program = """
            import ctypes
            step = (ctypes.c_int64 * 32)(0x2100)
            step[9], step[10] = divmod(\(nanoseconds), 1000000000)
            exit(ctypes.CDLL(None).adjtimex(step) < 0)
            """
        guard try FileStatus.existing(at: "/usr/bin/python3") != nil else { try Test.cancel("no python3") }
        var child = try ChildProcess(
            "/usr/bin/python3", arguments: ["-c", program], environment: [],
            inheriting: [.standardInput, .standardOutput, .standardError])
        guard try child.wait() == .exited(0) else { try Test.cancel("this container may not set the clock") }
    }
}
