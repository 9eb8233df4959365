import EventLoop
import Kernel
import TestSupport
import Testing

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
