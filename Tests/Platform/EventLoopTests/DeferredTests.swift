import EventLoop
import Kernel
import TestSupport
import Testing

struct DeferredTests {
    private let loop: EventLoop

    init() throws {
        loop = try EventLoop()
    }

    @Test func `calls back once, however often it was asked`() throws {
        var calls = 0
        let deferred = Deferred(on: loop) { calls += 1 }
        #expect(try !loop.runOnce(timeout: .zero))
        for expected in 1...2 {
            deferred.ask()
            deferred.ask()
            while try loop.runOnce(timeout: .zero) {}
            #expect(calls == expected)
        }
    }

    @Test func `does not let the loop sleep`() throws {
        var calls = 0
        let deferred = Deferred(on: loop) { calls += 1 }
        deferred.ask()
        #expect(try loop.runOnce(timeout: .seconds(3_600)))
        #expect(calls == 1)
    }

    @Test func `runs after ready events, one per iteration, in the order of requests`() throws {
        var order: [String] = []
        let first = Deferred(on: loop) { order.append("first") }
        let second = Deferred(on: loop) { order.append("second") }
        let timer = try Timer(on: loop) { order.append("ready") }
        first.ask()
        second.ask()
        for _ in 0..<2 {
            timer.arm(atBootNanoseconds: 0)
            #expect(try loop.runOnce(timeout: .zero))
        }
        #expect(order == ["ready", "first", "ready", "second"])
    }

    @Test func `a request from its own callback waits for the next iteration`() throws {
        var calls = 0
        var deferred: Deferred?
        deferred = Deferred(on: loop) {
            calls += 1
            if calls < 3 { deferred?.ask() }
        }
        deferred?.ask()
        for expected in 1...3 {
            #expect(try loop.runOnce(timeout: .zero))
            #expect(calls == expected)
        }
        #expect(try !loop.runOnce(timeout: .zero))
        deferred = nil
    }

    @Test func `the end of a deferred call cancels it`() throws {
        let later = Deferred(on: loop) {}
        var deferred: Deferred? = Deferred(on: loop) { Issue.record("it is gone") }
        deferred?.ask()
        later.ask()
        deferred = nil
        #expect(try loop.runOnce(timeout: .zero))
        #expect(try !loop.runOnce(timeout: .zero))
    }

    @Test func `may end in its own callback`() throws {
        var deferred: Deferred?
        deferred = Deferred(on: loop) { deferred = nil }
        deferred?.ask()
        #expect(try loop.runOnce(timeout: .zero))
        #expect(deferred == nil)
    }

    @Test func `is followed by the hook of the iteration`() throws {
        var turns = 0
        loop.afterIteration = { turns += 1 }
        let deferred = Deferred(on: loop) {}
        deferred.ask()
        #expect(try loop.runOnce(timeout: .zero))
        #expect(turns == 1)
    }
}
