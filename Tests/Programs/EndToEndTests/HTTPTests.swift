import Kernel
import TestSupport
import Testing

/// HTTP/1.1 as clients really speak it.
struct HTTPTests: ~Copyable {
    private let daemon: RunningDaemon

    init() throws {
        let daemon = try RunningDaemon(Home(profiles: manualProfile()))
        try daemon.give()
        self.daemon = daemon
    }

    @Test func `answers a hundred requests of one write in their order`() throws {
        let client = try daemon.connect()
        try client.send((0..<100).map { Client.text("POST", "/v1/presign", HTTPTests.question($0)) }.joined())
        for number in 0..<100 {
            #expect(try client.answer().document["url"].text.contains("/key-\(number)?"))
        }
    }

    /// Far more than is kept for one client, to one who reads as fast as it is sent.
    @Test func `answers a fast reader's pipeline however long its answers are`() throws {
        let client = try daemon.connect()
        let long = Client.text("GET", "/v1/openapi.json")
        try client.send(long)
        let first = try client.answer()
        let length = first.head.utf8.count + first.body.utf8.count
        for round in 0..<2_000 {
            let (before, after) = (round % 7, 7 + round % 30)
            let short = Client.text("POST", "/v1/presign", HTTPTests.question(round))
            try client.send(
                String(repeating: long, count: before) + short + String(repeating: long, count: after))
            try client.skip(before * length)
            #expect(try client.answer().document["url"].text.contains("/key-\(round)?"))
            try client.skip(after * length)
        }
        #expect(try client.ask("GET", "/v1/status").status == 200)
    }

    @Test func `two requests may be cut anywhere`() throws {
        let requests =
            Client.text("POST", "/v1/presign", HTTPTests.question(1)) + Client.text("GET", "/v1/health")
            + Client.text("POST", "/v1/presign", HTTPTests.question(2))
        let client = try daemon.connect()
        let other = try daemon.connect()
        for cut in 1..<requests.utf8.count {
            try client.send(String(requests.prefix(cut)))
            // Its answer says that the daemon has read what was sent before.
            #expect(try other.ask("GET", "/v1/health").status == 200)
            try client.send(String(requests.dropFirst(cut)))
            #expect(try client.answer().document["url"].text.contains("/key-1?"))
            #expect(try client.answer().document["healthy"] == .boolean(true))
            #expect(try client.answer().document["url"].text.contains("/key-2?"))
        }
    }

    @Test func `a query beside the body is not ignored`() throws {
        let answer = try daemon.ask("POST", "/v1/presign?expires=5", HTTPTests.question(1))
        #expect(answer.status == 400 && answer.document["detail"].text.contains("no query"))
        #expect(try daemon.ask("POST", "/v1/presign?", HTTPTests.question(1)).status == 200)
    }

    @Test(arguments: ["/v1/status", "/v1/health", "/v1/openapi.json"])
    func `HEAD tells what GET would, without a body`(path: String) throws {
        let client = try daemon.connect()
        let head = try client.ask("HEAD", path)
        #expect(head.status == 200)
        let length = try #require(head.header("content-length").flatMap { Int($0) })
        let got = try client.ask("GET", path)
        #expect(length == got.body.utf8.count)
        #expect(head.header("content-type") == got.header("content-type"))
    }

    @Test func `asks for the body that a client holds back`() throws {
        let keys = (0..<1_000).map { "\"\(String(repeating: "k", count: 1_000))\($0)\"" }.joined(
            separator: ",")
        let body = #"{"bucket":"b-1","version":"v1","keys":[\#(keys)]}"#
        let request = Client.text("POST", "/v1/presign", body, "Expect: 100-continue\r\n")
        let client = try daemon.connect()
        try client.send(String(request.dropLast(body.utf8.count)))
        #expect(try client.answer().status == 100)
        try client.send(body)
        let answer = try client.answer()
        #expect(answer.status == 200)
        #expect(answer.document["urls"].elements.count == 1_000)
        #expect(try client.ask("GET", "/v1/status").status == 200)
    }

    @Test func `closes when the client wants it, and only then`() throws {
        let client = try daemon.connect()
        for _ in 0..<3 { #expect(try client.ask("GET", "/v1/status").status == 200) }
        try client.request("GET", "/v1/status", "", "Connection: close\r\n")
        let last = try client.answer()
        #expect(last.header("connection") == "close")
        #expect(try client.rest() == "")
        // Nothing can come any more, so nothing is waited for.
        #expect(try client.socket.send("x".utf8Span.span) == .peerGone)
    }

    @Test func `waits for a client to close whose request was no request`() throws {
        let client = try daemon.connect()
        try client.send("no request\r\n\r\n")
        #expect(try client.answer().status == 400)
        #expect(try client.rest() == "")
        #expect(try client.socket.send("x".utf8Span.span) == .bytes(1))
    }

    @Test func `answers what a client asked before it stopped sending`() throws {
        let client = try daemon.connect()
        try client.send(Client.text("GET", "/v1/status") + Client.text("GET", "/v1/health"))
        try client.socket.finishSending()
        #expect(try client.answer().status == 200)
        #expect(try client.answer().document["healthy"] == .boolean(true))
        #expect(try client.rest() == "")
    }

    private static func question(_ number: Int) -> String {
        #"{"bucket":"b-1","key":"key-\#(number)","expires":60}"#
    }
}
