import Bytes
import Kernel
import TestSupport
import Testing

struct TransferTests: ~Copyable {
    private let near: Descriptor
    private let far: Descriptor

    init() throws {
        var pair = try SocketPair()
        near = pair.take()
        far = pair.take()
    }

    @Test func `one end receives the bytes that the other sends`() throws {
        #expect(try near.send("hello".utf8Span.span) == .bytes(5))
        var buffer = ByteBuffer()
        #expect(try far.receive(into: &buffer, atMost: 100) == .bytes(5))
        #expect(String(copying: buffer.span) == "hello")
    }

    @Test func `receives no more than asked for and keeps the content of the buffer`() throws {
        _ = try near.send("abcdef".utf8Span.span)
        var buffer = ByteBuffer()
        buffer.append("x")
        #expect(try far.receive(into: &buffer, atMost: 4) == .bytes(4))
        #expect(String(copying: buffer.span) == "xabcd")
    }

    @Test func `does not wait for bytes that have not come`() throws {
        var buffer = ByteBuffer()
        #expect(try far.receive(into: &buffer, atMost: 100) == .wouldBlock)
        #expect(String(copying: buffer.span) == "")
    }

    @Test func `sees the end after the last byte`() throws {
        _ = try near.send("a".utf8Span.span)
        try near.finishSending()
        var buffer = ByteBuffer()
        #expect(try far.receive(into: &buffer, atMost: 100) == .bytes(1))
        #expect(try far.receive(into: &buffer, atMost: 100) == .endOfStream)
        #expect(try far.send("b".utf8Span.span) == .bytes(1))
    }

    @Test func `a full queue takes a part and then nothing`() throws {
        var block = ByteBuffer()
        for _ in 0..<4_096 { block.append(0) }
        var total = 0
        while case .bytes(let count) = try near.send(block.span) { total += count }
        #expect(total > 0)
        #expect(try near.send(block.span) == .wouldBlock)
    }

    @Test func `a peer that is gone is a result and raises no signal`() throws {
        var pair = try SocketPair()
        let left = pair.take()
        _ = consume pair
        var buffer = ByteBuffer()
        #expect(try left.receive(into: &buffer, atMost: 1, waitingUntil: soon()) == .endOfStream)
        #expect(try left.send("a".utf8Span.span) == .peerGone)
    }

    @Test func `a reset connection is an end and not an error`() throws {
        var pair = try SocketPair()
        let left = pair.take()
        _ = try left.send("never read".utf8Span.span)
        _ = consume pair
        var buffer = ByteBuffer()
        #expect(try left.receive(into: &buffer, atMost: 1, waitingUntil: soon()) == .endOfStream)
    }

    @Test func `waiting ends at the deadline`() throws {
        var buffer = ByteBuffer()
        let start = KernelClock.bootNanoseconds()
        let error = #expect(throws: SystemError.self) {
            try far.receive(into: &buffer, atMost: 1, waitingUntil: start + 5_000_000)
        }
        #expect(error?.description == "poll: connection timed out")
        #expect(KernelClock.bootNanoseconds() >= start + 5_000_000)
    }
}
