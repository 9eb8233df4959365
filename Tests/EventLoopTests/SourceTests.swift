import Bytes
import EventLoop
import Glibc
import Kernel
import TestSupport
import Testing

struct IOSourceTests {
    private let loop: EventLoop

    init() throws {
        loop = try EventLoop()
    }

    @Test func `calls back while bytes are there, and not while it rests`() throws {
        var pair = try SocketPair()
        let near = pair.take()
        let far = pair.take()
        var seen: [Readiness] = []
        let source = try IOSource(near, for: .readable, on: loop) { seen.append($0) }
        #expect(try !loop.runOnce(timeout: .zero))
        _ = try far.send("x".utf8Span.span)
        #expect(try loop.runOnce(timeout: patience))
        #expect(seen == [.readable])
        try source.setEnabled(false)
        #expect(try !loop.runOnce(timeout: .zero))
        try source.setEnabled(true)
        #expect(try loop.runOnce(timeout: patience))
        #expect(seen == [.readable, .readable])
        _ = consume far
    }

    @Test func `says when the other end is gone`() throws {
        var pair = try SocketPair()
        let near = pair.take()
        var seen: Readiness = []
        let source = try IOSource(near, for: .readable, on: loop) { seen = $0 }
        _ = consume pair
        #expect(try eventually { try loop.runOnce(timeout: .zero) && seen.contains([.hangup, .inputEnds]) })
        withExtendedLifetime(source) {}
    }

    /// systemd does so with a listening socket: the loop ended with an assertion when a client came after the stop.
    @Test func `wakes nobody after its end, even if the owner's number was closed before`() throws {
        var pair = try SocketPair()
        let near = pair.take()
        let far = pair.take()
        let kept = try near.duplicate()
        var source: IOSource? = try IOSource(near, for: .readable, on: loop) { _ in Issue.record("it is gone")
        }
        _ = consume near
        withExtendedLifetime(source) {}
        source = nil
        _ = try far.send("x".utf8Span.span)
        #expect(try !loop.runOnce(timeout: .zero))
        _ = consume kept
    }
}

struct ProcessExitTests {
    @Test func `a child that ended is reaped without waiting`() throws {
        let loop = try EventLoop()
        var calls = 0
        var child = try ChildProcess("/bin/sh", arguments: ["-c", "exit 3"], environment: [], inheriting: [])
        let exit = try ProcessExit(of: child.handle, on: loop) {
            calls += 1
            loop.stop()
        }
        _ = try loop.run()
        let end = try child.reap()
        #expect(end == .exited(3) && calls == 1)
        withExtendedLifetime(exit) {}
    }

    @Test func `calls back no more than once`() throws {
        let loop = try EventLoop()
        var calls = 0
        let child = try ChildProcess("/bin/true", arguments: [], environment: [], inheriting: [])
        let exit = try ProcessExit(of: child.handle, on: loop) { calls += 1 }
        #expect(try loop.runOnce(timeout: patience))
        #expect(try !loop.runOnce(timeout: .zero))
        #expect(calls == 1)
        withExtendedLifetime(exit) {}
        _ = consume child
    }
}

struct SignalSourceTests {
    @Test func `a signal is an event of the loop`() async {
        // In a process of its own: the signal would end the test runner.
        await #expect(processExitsWith: .exitCode(7)) {
            let loop = try EventLoop()
            let source = try SignalSource(.terminate, on: loop) { loop.stop(7) }
            // Blocked in this thread only, so it is this thread that gets it.
            pthread_kill(pthread_self(), SIGTERM)
            let code = try loop.run()
            withExtendedLifetime(source) {}
            ThisProcess.exit(code)
        }
    }
}

// The clock is everybody's, so one test at a time.
@Suite(.serialized)
struct ClockStepTests {
    @Test func `is quiet while nobody sets the clock`() throws {
        let loop = try EventLoop()
        var calls = 0
        let source = try ClockStepSource(on: loop) { calls += 1 }
        // Somebody may just do it: another run of this very suite, on the same machine.
        let isQuiet = try eventually {
            calls = 0
            _ = try loop.runOnce(timeout: .milliseconds(2))
            return calls == 0
        }
        #expect(isQuiet)
        withExtendedLifetime(source) {}
    }

    @Test(.enabled(if: ThisProcess.user == 0))
    func `calls back when somebody sets the clock`() throws {
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

    /// With `ADJ_SETOFFSET | ADJ_NANO`: so small a step hurts nobody, and the kernel tells of it as of any
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
