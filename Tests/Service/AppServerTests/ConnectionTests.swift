import Bytes
import Kernel
import TestSupport
import Testing

struct ConnectionTests: ~Copyable {
    private let server: IssuingServer

    init() throws {
        server = try IssuingServer(hasDaemon: false)
    }

    private let request = "GET /nope HTTP/1.1\r\nHost: a\r\n\r\n"

    /// How many answers of that kind the text holds.
    private func count(_ status: String, in answers: String) -> Int {
        answers.split(separator: "\n").count { $0.contains("HTTP/1.1 \(status) ") }
    }

    @Test func `answers requests that come together, in their order`() throws {
        let other = "PUT /sts HTTP/1.1\r\nHost: a\r\n\r\n"
        let answers = try server.exchange(request + other + request)
        let statuses = answers.matches(of: /HTTP\/1.1 (\d+)/).map { String($0.1) }
        #expect(statuses == ["404", "405", "404"])
    }

    @Test func `answers a request that comes byte by byte`() throws {
        let socket = try server.connect()
        for byte in request.utf8 {
            let one: InlineArray<1, UInt8> = [byte]
            try socket.sendAll(one.span, waitingUntil: soon())
        }
        var answer = ByteBuffer()
        _ = try socket.receive(into: &answer, atMost: 4_096, waitingUntil: soon())
        #expect(String(copying: answer.span).hasPrefix("HTTP/1.1 404 Not Found\r\n"))
    }

    @Test(arguments: [
        "GET /nope HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "GET /nope HTTP/1.0\r\n\r\n",
    ])
    func `ends the connection after the last answer`(last: String) throws {
        let socket = try server.connect()
        try socket.sendAll((last + request).utf8Span.span, waitingUntil: soon())
        var answers = ByteBuffer()
        while case .bytes = try socket.receive(into: &answers, atMost: 4_096, waitingUntil: soon()) {}
        #expect(count("404", in: String(copying: answers.span)) == 1)
    }

    @Test(arguments: [
        ("hello\r\n\r\n", "400"), ("GET / HTTP/1.1\r\n\r\n", "400"),
        ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", "505"),
        ("POST /sign HTTP/1.1\r\nHost: a\r\nContent-Length: 32769\r\n\r\n", "413"),
        ("POST /sign HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "411"),
    ])
    func `refuses what is no request, and then hears nothing more`(wrong: String, status: String) throws {
        let answers = try server.exchange(wrong + request)
        #expect(answers.hasPrefix("HTTP/1.1 \(status) "))
        #expect(count("404", in: answers) == 0)
        #expect(member("StatusCode", of: answers) == status)
    }

    @Test func `the answer to a body that is too long is not lost`() throws {
        let socket = try server.connect()
        let head = "POST /sign HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n"
        try socket.sendAll(head.utf8Span.span, waitingUntil: soon())
        let part = String(repeating: "x", count: 100_000)
        for _ in 0..<10 { try socket.sendAll(part.utf8Span.span, waitingUntil: soon()) }
        var answer = ByteBuffer()
        while case .bytes = try socket.receive(into: &answer, atMost: 4_096, waitingUntil: soon()) {}
        #expect(String(copying: answer.span).hasPrefix("HTTP/1.1 413 "))
    }

    @Test func `tells a client that waits with its body to go on`() throws {
        let socket = try server.connect()
        let head = "POST /sign HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"
        try socket.sendAll(head.utf8Span.span, waitingUntil: soon())
        var answer = ByteBuffer()
        _ = try socket.receive(into: &answer, atMost: 4_096, waitingUntil: soon())
        #expect(String(copying: answer.span) == "HTTP/1.1 100 Continue\r\n\r\n")
        try socket.sendAll("hello".utf8Span.span, waitingUntil: soon())
        answer.removeAll()
        _ = try socket.receive(into: &answer, atMost: 4_096, waitingUntil: soon())
        #expect(String(copying: answer.span).hasPrefix("HTTP/1.1 401 "))
    }

    /// More answers than any socket holds: the server has to stop reading, and to go on later.
    @Test func `a client that asks before it reads gets all its answers`() throws {
        let socket = try server.connect()
        let batch = ByteBuffer(copying: String(repeating: request, count: 1_000).utf8Span.span)
        var asked = 0
        var pending = batch.count
        while asked < 200,
            case .bytes(let sent) = try socket.send(batch[(batch.count - pending)..<batch.count])
        {
            pending -= sent
            if pending == 0 {
                asked += 1
                pending = batch.count
            }
        }
        #expect((1..<200).contains(asked), "the server never stopped reading")
        var answers = ByteBuffer()
        var read = 0
        let expected = asked * 1_000
        while read < expected {
            let result = try socket.receive(into: &answers, atMost: 1 << 20, waitingUntil: soon())
            guard case .bytes = result else { break }
            read += answers.removeAnswers()
        }
        #expect(read >= expected)
    }
}

extension ByteBuffer {
    /// Counts the answers that are whole, by the ends of their bodies, and drops them.
    fileprivate mutating func removeAnswers() -> Int {
        var count = 0
        var start = 0
        while let end = span.firstIndex(of: UInt8(ascii: "}"), from: start) {
            count += 1
            start = end + 1
        }
        removeFirst(start)
        return count
    }
}
