import EventLoop
import Glibc
import Kernel
import Testing

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
