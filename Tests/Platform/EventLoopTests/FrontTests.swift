import Bytes
import EventLoop
import Kernel
import TestSupport
import Testing

/// Sources of libsystemd while the thread waits for connections.
final class FrontTests {
    private let loop: EventLoop
    private let near: Descriptor
    private let far: Descriptor

    init() throws {
        loop = try EventLoop()
        var pair = try SocketPair()
        near = pair.take()
        far = pair.take()
    }

    /// Serves one connection, to which something was sent.
    private func poller(_ serve: @escaping () -> Void) throws -> Poller {
        let poller = try Poller(on: loop) { _ in
            serve()
            return false
        }
        try poller.add(near, for: [.readable, .edgeTriggered], token: 1)
        _ = try far.send("x".utf8Span.span)
        return poller
    }

    private func comes(_ isSo: () -> Bool) throws -> Bool {
        try eventually {
            _ = try loop.runOnce(timeout: .milliseconds(10))
            return isSo()
        }
    }

    @Test func `a timer that is armed while a connection is served calls back`() throws {
        var calls = 0
        let timer = try Timer(on: loop) { calls += 1 }
        _ = try loop.runOnce(timeout: .zero)
        let poller = try poller {
            timer.arm(atBootNanoseconds: KernelClock.bootNanoseconds() + 1_000_000)
        }
        #expect(try comes { calls == 1 })
        withExtendedLifetime(poller) {}
    }

    @Test func `an earlier time takes the place of a later one while a connection is served`() throws {
        var calls = 0
        let timer = try Timer(on: loop) { calls += 1 }
        timer.arm(atBootNanoseconds: .max)
        _ = try loop.runOnce(timeout: .zero)
        let poller = try poller { timer.arm(atBootNanoseconds: 0) }
        #expect(try comes { calls == 1 })
        withExtendedLifetime(poller) {}
    }

    @Test func `a source that begins while a connection is served calls back`() throws {
        var (calls, source): (Int, IOSource?) = (0, nil)
        let poller = try poller { [unowned self] in
            source = try? IOSource(near, for: .writable, on: loop) { _ in calls += 1 }
        }
        #expect(try comes { calls > 0 })
        withExtendedLifetime((poller, source)) {}
    }

    @Test func `a connection handler may stop the loop`() throws {
        let poller = try poller { [loop] in loop.stop(7) }
        // The test ends even if the loop missed that.
        let late = try Timer(on: loop) { [loop] in loop.stop(1) }
        late.arm(atBootNanoseconds: KernelClock.bootNanoseconds() + 10_000_000_000)
        #expect(try loop.run() == 7)
        withExtendedLifetime((poller, late)) {}
    }

    @Test func `connections that are always ready do not keep a timer from its time`() throws {
        let poller = try Poller(on: loop) { _ in false }
        try poller.add(near, for: .writable, token: 1)
        try poller.add(far, for: .writable, token: 2)
        var calls = 0
        let timer = try Timer(on: loop) { calls += 1 }
        timer.arm(atBootNanoseconds: KernelClock.bootNanoseconds() + 1_000_000)
        #expect(try comes { calls == 1 })
        withExtendedLifetime(poller) {}
    }

    @Test func `sources that are always due do not keep connections from being served`() throws {
        var served = 0
        let poller = try poller { served += 1 }
        var timers: [Timer] = []
        for index in 0..<3 {
            timers.append(try Timer(on: loop) { timers[index].arm(atBootNanoseconds: 0) })
            timers[index].arm(atBootNanoseconds: 0)
        }
        for _ in 0..<3 { _ = try loop.runOnce(timeout: .zero) }
        let before = served
        _ = try far.send("x".utf8Span.span)
        for _ in 0..<3 { _ = try loop.runOnce(timeout: .zero) }
        #expect(served == before + 1)
        timers.removeAll()
        withExtendedLifetime(poller) {}
    }

    @Test func `the loop serves its own sources when the connections are gone`() throws {
        var calls = 0
        let timer = try Timer(on: loop) { calls += 1 }
        var poller: Poller? = try poller {}
        #expect(try loop.runOnce(timeout: .zero))
        poller = nil
        timer.arm(atBootNanoseconds: 0)
        #expect(try comes { calls == 1 })
        withExtendedLifetime(poller) {}
    }
}
