import Bytes
import HTTP
import Kernel
import TestSupport

/// One connection to a socket of the daemon.
final class Client {
    let socket: Descriptor
    private var received = ByteBuffer()

    init(_ path: String) throws(SystemError) {
        socket = try UnixSocket.connect(to: path, waitingUntil: soon())
    }

    func send(_ text: String) throws(SystemError) {
        try socket.sendAll(text.utf8Span.span, waitingUntil: soon())
    }

    func request(_ method: String, _ path: String, _ body: String = "", _ headers: String = "")
        throws(SystemError)
    {
        try send(Client.text(method, path, body, headers))
    }

    static func text(_ method: String, _ path: String, _ body: String = "", _ headers: String = "") -> String
    {
        let length = body.isEmpty && method != "POST" ? "" : "Content-Length: \(body.utf8.count)\r\n"
        return "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(length)\(headers)\r\n\(body)"
    }

    func ask(_ method: String, _ path: String, _ body: String = "") throws -> Answer {
        try request(method, path, body)
        return try answer(to: method)
    }

    /// The next answer.
    func answer(to method: String = "GET") throws -> Answer {
        while true {
            if let head = try received.responseHead() {
                return try answer(head, hasBody: method != "HEAD" && head.status >= 200)
            }
            try receiveMore()
        }
    }

    private func answer(_ head: ResponseHead, hasBody: Bool) throws -> Answer {
        let length = head.length + (hasBody ? head.contentLength ?? 0 : 0)
        while received.count < length { try receiveMore() }
        let answer = Answer(
            status: head.status, head: received.text(0..<head.length),
            body: received.text(head.length..<length))
        received.removeFirst(length)
        return answer
    }

    private func receiveMore() throws {
        let result = try socket.receive(into: &received, atMost: 65_536, waitingUntil: soon())
        guard result != .endOfStream else { throw SystemError(call: "read an answer", code: 32) }
    }

    /// Reads so many bytes as fast as it can.
    func skip(_ count: Int) throws {
        let known = min(count, received.count)
        received.removeFirst(known)
        var left = count - known
        var bytes = ByteBuffer(capacity: 1 << 20)
        while left > 0 {
            bytes.removeAll()
            _ = try socket.receive(into: &bytes, atMost: min(left, 1 << 20), waitingUntil: soon())
            guard bytes.count > 0 else { throw SystemError(call: "read an answer", code: 32) }
            left -= bytes.count
        }
    }

    /// All that came, as soon as this is a part of it.
    func text(until part: String) throws -> String {
        while received.string.firstRange(of: part) == nil { try receiveMore() }
        return received.string
    }

    /// All that comes until the daemon closes the connection.
    func rest() throws -> String {
        while try socket.receive(into: &received, atMost: 65_536, waitingUntil: soon()) != .endOfStream {}
        return received.string
    }
}

extension ByteBuffer {
    fileprivate func responseHead() throws(HTTPError) -> ResponseHead? {
        var scan = HeadScan()
        return try ResponseHead.decode(span, &scan)
    }

    fileprivate func text(_ range: Range<Int>) -> String {
        String(copying: span.extracting(range))
    }
}

struct Answer {
    let status: Int
    let head: String
    let body: String

    var document: Document { Document(body) }

    /// The last part of the problem's type.
    var problem: String { document["type"].text.split(separator: ":").last.map(String.init) ?? "" }

    /// `name` in lower case.
    func header(_ name: String) -> String? {
        let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("\(name):") }
        return line?.dropFirst(name.count + 1).trimmed
    }
}

extension Substring {
    var trimmed: String {
        String(
            drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\n" }
                .reversed())
    }
}
