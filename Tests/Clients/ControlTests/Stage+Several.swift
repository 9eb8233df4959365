import Bytes
import HTTP
import Kernel
import TestSupport

extension Stage {
    /// Runs the program next to a daemon that gives one answer after the other, over whichever connection is next.
    func run(
        _ words: [String], answering answers: [Scripted], environment: [String] = []
    ) throws -> Outcome {
        var left = answers[...]
        return try run(words, environment) { _ in left.popFirst() }
    }

    /// The same with an answer to each request, or none any more, for as long as the program runs.
    func run(
        _ words: [String], _ environment: [String] = [], answer: (Received) throws -> Scripted?
    ) throws -> Outcome {
        let server = try listen(at: api)
        var running = try Running(
            program, words, input: "", environment: sockets + ["PATH=/usr/bin:/bin"] + environment)
        var connections: [Guest] = []
        var requests: [Received] = []
        _ = try eventually {
            if let connection = try server.socket.accept() {
                connections.append(Guest(connection))
            }
            for guest in connections {
                guard let request = try guest.request() else { continue }
                requests.append(request)
                if let answer = try answer(request) { try guest.send(answer) }
            }
            return !running.isRunning
        }
        return try running.finish(requests)
    }
}

/// A connection, and what came over it so far.
private final class Guest {
    private let connection: Descriptor
    private var bytes = ByteBuffer()

    init(_ connection: consuming Descriptor) {
        self.connection = connection
    }

    /// The next whole request, if it is there.
    func request() throws -> Received? {
        _ = try connection.receive(into: &bytes, atMost: 65_536)
        guard let (request, length) = try Self.request(in: bytes) else { return nil }
        bytes.removeFirst(length)
        return request
    }

    private static func request(in bytes: borrowing ByteBuffer) throws -> (Received, Int)? {
        var scan = HeadScan()
        guard let head = try RequestHead.decode(bytes.span, &scan), bytes.count >= head.messageLength else {
            return nil
        }
        let target = String(copying: bytes.span).split(separator: " ")[1]
        let body = String(copying: bytes[head.length..<head.messageLength])
        return (
            Received(line: "\(head.method.name?.description ?? "?") \(target)", body: body),
            head.messageLength
        )
    }

    func send(_ answer: Scripted) throws {
        try connection.sendAll(answer.head.utf8Span.span, waitingUntil: soon())
        try connection.sendAll(answer.body.utf8Span.span, waitingUntil: soon())
    }
}
