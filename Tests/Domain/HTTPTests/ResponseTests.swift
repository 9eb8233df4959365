import Bytes
import HTTP
import Testing

struct ResponseTests {
    private func answer(_ fields: ResponseFields, body: String) -> [UInt8] {
        var output = ByteBuffer()
        let mark = ResponseWriter.begin(fields, into: &output)
        output.append(body)
        ResponseWriter.finish(mark, into: &output)
        return output.bytes
    }

    @Test(arguments: Status.allCases.filter(\.allowsContent), [0, 1, 9, 10, 12_345])
    func `is read back by the reader as it was written`(status: Status, length: Int) throws {
        var fields = ResponseFields(status, contentType: "application/json", keepAlive: length != 9)
        fields.allow = "GET, POST"
        fields.retryAfter = 30
        let bytes = answer(fields, body: String(repeating: "b", count: length))
        let head = try response(bytes)
        #expect(head.status == status.rawValue)
        #expect(head.contentLength == length)
        #expect(head.keepAlive == (length != 9))
        #expect(head.body(answering: .get) == .bytes(length))
        #expect(bytes.count == head.length + length)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(head.headers.firstValue(of: "allow", in: bytes.span).map { text[$0] } == "GET, POST")
        #expect(head.headers.firstValue(of: "retry-after", in: bytes.span).map { text[$0] } == "30")
        #expect(
            head.headers.firstValue(of: "content-type", in: bytes.span).map { text[$0] } == "application/json"
        )
    }

    @Test(arguments: [0, 1, 9, 10, 99, 100, 999, 1_000, 123_456, 1_000_000])
    func `its length is written as every client expects it, behind what the buffer held already`(size: Int) {
        var output = ByteBuffer()
        let bodies = ["one", String(repeating: "b", count: size), "the last"]
        for body in bodies {
            let mark = ResponseWriter.begin(
                ResponseFields(.ok, contentType: "text/plain", keepAlive: true), into: &output)
            output.append(body)
            ResponseWriter.finish(mark, into: &output)
        }
        let answers = bodies.map { body in
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        #expect(output.text == answers.joined())
    }

    @Test func `writes answers without a body`() {
        var output = ByteBuffer()
        ResponseWriter.writeContinue(into: &output)
        ResponseWriter.writeEmpty(.noContent, keepAlive: true, into: &output)
        ResponseWriter.writeEmpty(.notFound, keepAlive: false, into: &output)
        #expect(
            output.text == "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"
                + "HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    }

    /// RFC 9110, 10.2.3: the seconds have no sign.
    @Test func `a moment that is over needs no waiting`() {
        var fields = ResponseFields(.serviceUnavailable, contentType: "text/plain", keepAlive: true)
        fields.retryAfter = -5
        #expect(String(decoding: answer(fields, body: ""), as: UTF8.self).contains("\r\nRetry-After: 0\r\n"))
    }

    @Test func `ends a stream with the connection`() throws {
        var output = ByteBuffer()
        ResponseWriter.beginStream(.ok, contentType: "application/x-ndjson", isChunked: false, into: &output)
        let head = try response(output.bytes)
        #expect(head.body(answering: .get) == .untilClose)
        #expect(!head.keepAlive)
    }
}

struct ResponseHeadTests {
    /// RFC 9112, 6.3.
    @Test(arguments: [
        ("200 OK", "Content-Length: 5", Method.get, ResponseHead.Body.bytes(5)),
        ("200 ", "Content-Length: 5", .head, .bytes(0)),
        ("204 No Content", "X: y", .get, .bytes(0)),
        ("304 Not Modified", "Content-Length: 5", .get, .bytes(0)),
        ("100 Continue", "X: y", .post, .bytes(0)), ("200 OK", "Transfer-Encoding: chunked", .get, .chunked),
        ("599 Odd", "X: y", .get, .untilClose),
    ])
    func `the head says how the body ends`(
        line: String, field: String, method: Method, body: ResponseHead.Body
    )
        throws
    {
        let head = try response(Array("HTTP/1.1 \(line)\r\n\(field)\r\n\r\n".utf8))
        #expect(head.body(answering: method) == body)
    }

    @Test(arguments: [
        "HTTP/1.1 200\r\n\r\n", "HTTP/1.1  200 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n",
        "HTTP/1.1 099 OK\r\n\r\n", "HTTP/1.1 2000 OK\r\n\r\n", "HTTP/1.1-200 OK\r\n\r\n",
        "HTTP/1.1 600 OK\r\n\r\n", "HTTP/1.1 2x0 OK\r\n\r\n", "HTTP/2 200 OK\r\n\r\n",
        "HTTP/2.0 200 OK\r\n\r\n",
        "ICY 200 OK\r\n\r\n", "HTTP/1.1 200 O\u{0}K\r\n\r\n", "HTTP/1.1 200 OK\n\n",
        "\r\nHTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
    ])
    func `a response that is invalid or has two lengths is refused`(text: String) {
        #expect(throws: HTTPError.self) { try response(Array(text.utf8)) }
    }

    /// RFC 9112, 9.3.
    @Test(arguments: [("1.1", "X: y", true), ("1.1", "Connection: close", false), ("1.0", "X: y", false)])
    func `a server of HTTP 1.0 closes after its answer`(version: String, field: String, kept: Bool) throws {
        let text = "HTTP/\(version) 200 OK\r\nContent-Length: 0\r\n\(field)\r\n\r\n"
        #expect(try response(Array(text.utf8)).keepAlive == kept)
    }

    @Test func `gives the same whether it comes at once or byte by byte`() throws {
        let bytes = Array(
            "HTTP/1.0 503 Service Unavailable\r\nRetry-After: 3\r\nContent-Length: 0\r\n\r\n".utf8)
        var scan = HeadScan()
        for count in 0..<bytes.count {
            #expect(try ResponseHead.decode(bytes.span.extracting(first: count), &scan) == nil)
        }
        #expect(try ResponseHead.decode(bytes.span, &scan) == response(bytes))
    }
}
