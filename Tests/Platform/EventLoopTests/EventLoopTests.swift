import EventLoop
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

    @Test func `an iteration without an event ends at its timeout`() throws {
        #expect(try !loop.runOnce(timeout: .milliseconds(1)))
    }

    @Test func `calls the hook once after each iteration with an event`() throws {
        var turns = 0
        loop.afterIteration = { turns += 1 }
        _ = try loop.runOnce(timeout: .zero)
        #expect(turns == 0)
        let timer = try Timer(on: loop) {}
        timer.arm(atBootNanoseconds: 0)
        #expect(try loop.runOnce(timeout: patience))
        while try loop.runOnce(timeout: .zero) {}
        #expect(turns == 1)
    }
}
