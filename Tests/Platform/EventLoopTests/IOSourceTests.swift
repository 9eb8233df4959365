import Bytes
import EventLoop
import Kernel
import TestSupport
import Testing

struct IOSourceTests {
    private let loop: EventLoop

    init() throws {
        loop = try EventLoop()
    }

    @Test func `calls back while there are bytes, and not while it is paused`() throws {
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

    @Test func `reports that the peer is gone`() throws {
        var pair = try SocketPair()
        let near = pair.take()
        var seen: Readiness = []
        let source = try IOSource(near, for: .readable, on: loop) { seen = $0 }
        _ = consume pair
        #expect(try eventually { try loop.runOnce(timeout: .zero) && seen.contains([.hangup, .inputEnds]) })
        withExtendedLifetime(source) {}
    }

    /// systemd does so with a listening socket: the loop ended with an assertion when a client came after the stop.
    @Test func `does not wake the loop after its end, even if the owner's number was closed before`() throws {
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
