import EventLoop
import Keeping
import KeepingSupport
import Kernel
import Records
import Serving
import TestSupport
import Testing
import Time

/// Requests that wait for a token.
struct WaitingTests {
    private static let limits = "[Daemon]\nRequestTimeout=200ms\nIdleTimeout=3s\n"

    private static func profile(_ name: String) -> String {
        "[Profile \(name)]\nSource=appserver\nURL=http://127.0.0.1:1/\nEndpoint=https://oss-cn-hangzhou.aliyuncs.com\n"
    }

    private func fetch(of daemon: DaemonFixture) throws -> PendingFetch { try daemon.keeping.fetch() }

    @Test func `a thousand requests share one fetch, and each gets its answer`() throws {
        let daemon = try DaemonFixture(Self.profile("a"))
        let clients = try (0..<1_000).map { _ in try daemon.connect() }
        for client in clients { try client.presign("a") }
        let fetch = try fetch(of: daemon)
        #expect(try !daemon.keeping.beganFetch())
        try fetch.answerWithToken()
        for client in clients { #expect(try client.status() == "200") }
    }

    @Test
    func `a client that wants a longer life gets the token fetched for it, and no other waits`()
        throws
    {
        let daemon = try DaemonFixture(Self.profile("a"))
        let first = try daemon.connect()
        try first.presign("a")
        try fetch(of: daemon).answerWithToken("short", life: 900)
        #expect(try first.answer()?.contains("STS.short") == true)
        try daemon.keeping.fallAsleep(for: 60, of: "a")
        let demanding = try daemon.connect()
        try demanding.send(Self.request(#"{"profile":"a","bucket":"bucket","key":"key","minValid":880}"#))
        try daemon.keeping.settle()
        let fetch = try fetch(of: daemon)
        let other = try daemon.connect()
        try other.presign("a")
        #expect(try other.answer()?.contains("STS.short") == true)
        #expect(try !demanding.hasAnswer())
        try fetch.answerWithToken("long", life: 1_000)
        let answer = try #require(try demanding.answer())
        #expect(answer.hasPrefix("HTTP/1.1 200") && answer.contains("STS.long"))
    }

    @Test func `a request that waited too long is answered, also if deadlines are looked at before its turn`()
        throws
    {
        let daemon = try DaemonFixture(Self.profile("a"))
        let client = try daemon.connect()
        try client.presign("a")
        let fetch = try fetch(of: daemon)
        daemon.keeping.context.clock.ahead = 3_600
        for _ in 0..<2 { daemon.server.sweep() }
        #expect(try client.status() == "503")
        _ = consume fetch
    }

    private static func request(_ body: String) -> String {
        "POST /v1/presign HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test func `a request that waited in vain does not shorten the next wait of its connection`() throws {
        // Long enough for the second wait on a machine that is busy.
        let limits = "[Daemon]\nRequestTimeout=2s\n"
        let daemon = try DaemonFixture(limits + Self.profile("a") + Self.profile("b"))
        let client = try daemon.connect()
        try client.presign("a")
        let first = try fetch(of: daemon)
        #expect(try client.status() == "503")
        try client.presign("b")
        let second = try fetch(of: daemon)
        try first.answerWithToken("first")
        // No request waits for the disk here; it may take longer than the second wait.
        #expect(try daemon.keeping.loop.reaches { daemon.profiles[0].credential != nil })
        try second.answerWithToken("second")
        #expect(try client.status() == "200")
    }

    @Test func `a client that goes while it waits is no longer waited for`() throws {
        let daemon = try DaemonFixture(Self.profile("a"))
        do {
            let client = try daemon.connect()
            try client.presign("a")
            #expect(daemon.server.connections.count == 1)
        }
        #expect(try daemon.keeping.loop.reaches { daemon.server.connections.count == 0 })
        let next = try daemon.connect()
        try next.presign("a")
        try fetch(of: daemon).answerWithToken()
        #expect(try next.status() == "200")
    }

    @Test func `behind a request that waits, the others wait in their order`() throws {
        let daemon = try DaemonFixture(Self.profile("a"))
        let client = try daemon.connect()
        try client.send("GET /v1/nothing HTTP/1.1\r\nHost: a\r\n\r\n")
        try client.presign("a")
        try client.send("GET /v1/nothing HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.status() == "404")
        try fetch(of: daemon).answerWithToken()
        #expect(try client.status() == "200")
        #expect(try client.status() == "404")
    }

    @Test func `a connection whose request waited in vain is still ended when it idles`() throws {
        let daemon = try DaemonFixture(Self.limits + Self.profile("a"))
        let client = try daemon.connect()
        try client.presign("a")
        let fetch = try fetch(of: daemon)
        #expect(try client.status() == "503")
        #expect(try client.status() == nil)
        #expect(client.isAtEnd)
        _ = consume fetch
    }

    @Test func `all requests behind a mass of answers are answered, however fast they are taken`() throws {
        let daemon = try DaemonFixture(Self.profile("a"))
        let client = try daemon.connect()
        try client.send(String(repeating: "GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n", count: 100))
        for _ in 0..<100 { #expect(try client.status() == "200") }
    }

    @Test func `a stop lets waiting clients finish, and no other begin`() throws {
        let daemon = try DaemonFixture(Self.profile("a"))
        let idle = try daemon.connect()
        var isIdle = false
        daemon.server.finish = { isIdle = true }
        do {
            let waiting = try daemon.connect()
            try waiting.presign("a")
            let fetch = try fetch(of: daemon)
            daemon.server.stop()
            #expect(try idle.status() == nil)
            try fetch.answerWithToken()
            #expect(try waiting.status() == "200")
            #expect(try waiting.status() == nil)
        }
        #expect(try daemon.keeping.loop.reaches { isIdle })
        #expect(daemon.server.connections.count == 0)
    }
}
