import HTTP
import Testing

struct RequestHeadTests {
    @Test func `finds every part of a request`() throws {
        let text =
            "POST /v1/sign?a=b&c HTTP/1.1\r\nHost: localhost\r\nContent-Length: 12\r\nExpect: 100-continue\r\n\r\n{\"a\":\"body\"}"
        let head = try request(text)
        #expect(head.method == .post)
        #expect(text[head.path] == "/v1/sign")
        #expect(text[head.query] == "a=b&c")
        #expect(head.host.map { text[$0] } == "localhost")
        #expect(
            text[head.headers.range] == "Host: localhost\r\nContent-Length: 12\r\nExpect: 100-continue\r\n")
        #expect(head.contentLength == 12)
        #expect(head.keepAlive)
        #expect(head.expectsContinue)
        #expect(text[head.length..<head.messageLength] == "{\"a\":\"body\"}")
    }

    @Test(arguments: [
        ("GET", Method.get), ("HEAD", .head), ("PUT", .put), ("POST", .post), ("DELETE", .delete),
        ("OPTIONS", .options), ("PATCH", .patch), ("TRACE", .other), ("get", .other), ("PRI", .other),
        ("!", .other),
    ])
    func `knows a method by its exact name`(name: String, method: Method) throws {
        #expect(try request("\(name) / HTTP/1.1\r\nHost: a\r\n\r\n").method == method)
    }

    @Test(arguments: [
        ("/", ""), ("/?", ""), ("/a/b", ""), ("/a?b", "b"), ("/a?b?c", "b?c"), ("/a%2Fb?%20", "%20"),
    ])
    func `parts the target at the first question mark`(target: String, query: String) throws {
        let text = "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n"
        let head = try request(text)
        #expect(text[head.query] == query)
        #expect(text[head.path] == target.split(separator: "?", omittingEmptySubsequences: false)[0])
    }

    /// RFC 9112, 9.3.
    @Test(arguments: [
        ("1.1", "X: y", true), ("1.1", "Connection: keep-alive", true), ("1.1", "Connection: close", false),
        ("1.1", "connection:CLOSE", false), ("1.1", "Connection: keep-alive, close", false),
        ("1.1", "Connection: ,, close ,", false), ("1.1", "Connection: closed, not-close", true),
        ("1.1", "Connection: a\r\nConnection: close", false), ("1.1", "Connection:", true),
        ("1.0", "X: y", false), ("1.0", "Connection: keep-alive", false),
    ])
    func `keeps the connection unless someone wants it closed`(version: String, field: String, kept: Bool)
        throws
    {
        #expect(try request("GET / HTTP/\(version)\r\nHost: a\r\n\(field)\r\n\r\n").keepAlive == kept)
    }

    /// RFC 9110, 10.1.1.
    @Test(arguments: [("1.1", 1, true), ("1.1", 0, false), ("1.0", 1, false)])
    func `expects a continue only where the client waits for it`(version: String, length: Int, expects: Bool)
        throws
    {
        let text =
            "PUT / HTTP/\(version)\r\nHost: a\r\nContent-Length: \(length)\r\nExpect: 100-Continue\r\n\r\n"
        #expect(try request(text).expectsContinue == expects)
    }

    @Test(arguments: [("0", 0), ("7", 7), ("007", 7), ("999999999999999", 999_999_999_999_999)])
    func `reads the length of the body`(written: String, length: Int) throws {
        #expect(
            try request("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: \(written)\r\n\r\n").contentLength
                == length)
    }

    @Test func `a request of HTTP 1.0 needs no host`() throws {
        #expect(try request("GET / HTTP/1.0\r\n\r\n").host == nil)
    }

    @Test func `decodes pipelined requests one after the other`() throws {
        let texts = validRequests.map { Array($0.utf8) }
        let stream = texts.flatMap { $0 }
        var scan = HeadScan()
        var start = 0
        for text in texts {
            let decoded = Outcome(stream.span.extracting(start..<stream.count), &scan)
            #expect(decoded == Outcome(text))
            // The table has lengths without bodies, so the next request begins behind the head.
            start += text.count
        }
        #expect(start == stream.count)
    }
}
