import EventLoop
import Glibc
import Kernel
import TestSupport
import Testing

struct EventLoopTests {
    private let loop: EventLoop

    init() throws {
        loop = try EventLoop()
    }

    @Test func `run returns the code that stop gave`() throws {
        let loop = loop
        let timer = try Timer(on: loop) { loop.stop(7) }
        timer.arm(atBootNanoseconds: 0)
        #expect(try loop.run() == 7)
    }

    @Test func `a turn without an event ends at its timeout`() throws {
        #expect(try !loop.runOnce(timeout: .milliseconds(1)))
    }

    @Test func `calls the hook once after each turn that did something`() throws {
        var turns = 0
        loop.afterTurn = { turns += 1 }
        _ = try loop.runOnce(timeout: .zero)
        #expect(turns == 0)
        let timer = try Timer(on: loop) {}
        timer.arm(atBootNanoseconds: 0)
        #expect(try loop.runOnce(timeout: patience))
        while try loop.runOnce(timeout: .zero) {}
        #expect(turns == 1)
    }

    @Test func `tells the service manager again and again that it turns`() async {
        await #expect(processExitsWith: .success) {
            let manager = try NotifySocket()
            _ = unsafe setenv("WATCHDOG_USEC", "20000", 1)
            let loop = try EventLoop()
            let isWatched = try loop.enableWatchdog()
            precondition(isWatched)
            for _ in 0..<3 {
                let isTold = try eventually {
                    _ = try loop.runOnce(timeout: .milliseconds(20))
                    return (try? manager.next().text) == "WATCHDOG=1"
                }
                precondition(isTold)
            }
        }
    }

    @Test func `asks for no watchdog where the service manager wants none`() throws {
        #expect(try !loop.enableWatchdog())
    }
}
