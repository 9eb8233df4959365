import Bytes
import EventLoop
import KeepingSupport
import Kernel
import TestSupport

/// A program that watches, in the same thread as the server.
final class Watcher {
    let socket: Descriptor
    private let loop: EventLoop
    private var received = ByteBuffer()
    /// The bytes taken from the front.
    private var consumed = 0
    private(set) var isAtEnd = false

    init(_ daemon: DaemonFixture, _ version: String = "HTTP/1.1") throws {
        socket = try UnixSocket.connect(to: daemon.path, waitingUntil: soon())
        loop = daemon.keeping.loop
        _ = try socket.send("GET /v1/watch \(version)\r\nHost: a\r\n\r\n".utf8Span.span)
        try daemon.keeping.settle()
    }

    /// The next line, after as many turns as it takes; `nil` when the stream ends instead.
    func line() throws -> String? {
        let isThere = try loop.reaches {
            try receive()
            return lineEnd != nil || isAtEnd
        }
        guard isThere, let end = lineEnd else { return nil }
        defer { consumed = end + 1 }
        return String(copying: received[lineStart(before: end)..<end])
    }

    /// The name of the event of the next line.
    func event() throws -> String? {
        try line().flatMap { $0.firstMatch(of: /"event":"([a-zA-Z]+)"/) }.map { String($0.1) }
    }

    var text: String { received.string }

    /// Takes what is there.
    func receive() throws {
        while true {
            switch try socket.receive(into: &received, atMost: 1 << 20) {
            case .bytes: continue
            case .wouldBlock: return
            case .endOfStream:
                isAtEnd = true
                return
            }
        }
    }

    private var lineEnd: Int? { received.endOfObject(from: consumed) }

    private func lineStart(before end: Int) -> Int {
        var start = end
        while start > consumed, received[start - 1] != UInt8(ascii: "\n") { start -= 1 }
        return start
    }
}

extension ByteBuffer {
    /// Of the first line that is JSON: those of the head and of the chunks are not.
    fileprivate func endOfObject(from start: Int) -> Int? {
        var start = start
        while let end = span.firstIndex(of: UInt8(ascii: "\n"), from: start) {
            if end > 0, self[end - 1] == UInt8(ascii: "}") { return end }
            start = end + 1
        }
        return nil
    }
}
