import Bytes
import EventLoop
import Keeping
import KeepingSupport
import Kernel
import Records
import TestSupport
import Testing
import Time
import Tokens

/// Calls for many URLs.
struct BatchTests {
    private static let configuration = """
        [Profile a]
        Source=manual
        Endpoint=https://oss-cn-hangzhou.aliyuncs.com

        """

    private let daemon: DaemonFixture

    init() throws {
        daemon = try DaemonFixture(Self.configuration)
        try give(life: 3_600)
    }

    private func give(life: Int64) throws {
        let now = Clock().now()
        let received = try ReceivedCredential(
            keyID: "STS.key".utf8Span.span, secret: "secret".utf8Span.span,
            securityToken: "token".utf8Span.span, expiration: now.wall + life)
        daemon.profiles[0].replace(with: received, at: now)
    }

    /// A call for as many URLs, not yet served.
    private func ask(_ client: Client, keys count: Int, more: String = "") throws {
        let keys = (0..<count).map { "\"key-\($0)\"" }.joined(separator: ",")
        let body = "{\"profile\":\"a\",\"bucket\":\"bucket\",\"time\":\"\(time)\",\"keys\":[\(keys)]\(more)}"
        try client.send(
            "POST /v1/presign HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    private let time = "\(Clock().now().wall)"

    private func urls(in answer: String) -> [Substring] {
        answer.split(separator: "\"").filter { $0.hasPrefix("https://") }
    }

    /// Sends more than a socket takes at once.
    private func sendAll(_ text: String, by client: Client) throws {
        var rest = text.utf8Span.span
        while rest.count > 0 {
            guard case .bytes(let sent) = try client.socket.send(rest) else {
                _ = try daemon.keeping.loop.runOnce(timeout: .milliseconds(10))
                continue
            }
            rest = rest.extracting(droppingFirst: sent)
        }
    }

    private func presign(_ body: String) -> String {
        "POST /v1/presign HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test func `the members after the keys of a large body count`() throws {
        let client = try daemon.connect()
        let keys = (0..<1_000).map { "\($0)-" + String(repeating: "é", count: 500) }
        let list = keys.map { "\"\($0)\"" }.joined(separator: ",")
        try sendAll(
            presign("{\"profile\":\"a\",\"bucket\":\"bucket\",\"keys\":[\(list)],\"expires\":60}"),
            by: client)
        let urls = urls(in: try #require(try client.answer()))
        #expect(urls.count == 1_000 && urls.allSatisfy { $0.contains("x-oss-expires=60") })
        for index in [0, 700, 999] { #expect(urls[index].contains("/\(index)-%C3%A9")) }
    }

    @Test(arguments: [
        (#"{"keys":[KEYS,1]}"#, "400"), (#"{"keys":[KEYS"#, "400"), (#"{"keys":[KEYS],"bukket":"b"}"#, "400"),
        (#"{"profile":"a","bucket":"bucket","keys":[KEYS,"/a"]}"#, "422"),
        (#"{"profile":"a","bucket":"bucket","keys":[KEYS]}}"#, "400"),
    ])
    func `an error in a large body is reported, and the next body is read`(
        body: String, status: String
    ) throws {
        let client = try daemon.connect()
        let keys = (0..<999).map { "\"\($0)-\(String(repeating: "k", count: 500))\"" }
        try sendAll(presign(body.replacing("KEYS", with: keys.joined(separator: ","))), by: client)
        #expect(try client.status() == status)
        try client.sendPresign("a")
        #expect(try client.status() == "200")
    }

    @Test(arguments: [257, 1_000])
    func `the URLs are those of calls for one key each, in their order`(count: Int) throws {
        let client = try daemon.connect()
        try ask(client, keys: count)
        let many = urls(in: try #require(try client.answer()))
        #expect(many.count == count)
        for index in [0, 1, 255, 256, count - 1] {
            let body =
                "{\"profile\":\"a\",\"bucket\":\"bucket\",\"time\":\"\(time)\",\"key\":\"key-\(index)\"}"
            try client.send(
                "POST /v1/presign HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            #expect(urls(in: try #require(try client.answer())) == [many[index]])
        }
    }

    @Test func `clients that ask for many keys get them also when all waited for one token`() throws {
        let daemon = try DaemonFixture(
            Self.configuration.replacing("manual", with: "appserver\nURL=http://127.0.0.1:1/"))
        let clients = try (0..<4).map { _ in try daemon.connect() }
        for client in clients { try ask(client, keys: 600) }
        let fetch = try daemon.keeping.fetch()
        try daemon.keeping.settle()
        #expect(daemon.profiles[0].waiters.count == 4)
        try fetch.answerWithToken()
        for client in clients { #expect(urls(in: try #require(try client.answer())).count == 600) }
    }

    @Test func `clients that ask for many keys are all get their answers`() throws {
        let clients = try (0..<8).map { _ in try daemon.connect() }
        for client in clients {
            try ask(client, keys: 600)
            try ask(client, keys: 2)
        }
        for client in clients {
            #expect(urls(in: try #require(try client.answer())).count == 600)
            #expect(urls(in: try #require(try client.answer())).count == 2)
        }
    }

    @Test func `an error in one of many keys is reported like that of a single key`() throws {
        let client = try daemon.connect()
        let keys = (0..<600).map { "\"key-\($0)\"" }.joined(separator: ",")
        let body = "{\"profile\":\"a\",\"bucket\":\"bucket\",\"keys\":[\(keys),\"/key\"]}"
        try client.send(
            "POST /v1/presign HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(try client.status() == "422")
    }

    @Test func `a call for many URLs without a token is refused like one for a single URL`() throws {
        let client = try daemon.connect()
        daemon.profiles[0].forget()
        try ask(client, keys: 300)
        #expect(try client.status() == "503")
    }
}
