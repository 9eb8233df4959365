import Glibc
import HTTP
import Keeping
import KeepingSupport
import Kernel
import Records
import TestSupport
import Testing

@testable import Serving

/// Requests that wait, behind an answer that their client has not taken yet.
struct WaitingBehindAnswerTests {
    private static let fetched = """
        [Profile a]
        Source=appserver
        URL=http://127.0.0.1:1/
        Endpoint=https://oss-cn-hangzhou.aliyuncs.com

        """

    /// One request, and then none for an hour.
    private static let once = "Rate=1/1h\nBurst=1\n"

    /// A client that asks for more than its socket takes, and for a signature behind it.
    private func ask(_ daemon: DaemonFixture) throws -> Client {
        let client = try daemon.connect()
        let connection = try #require(daemon.server.connections.all.first)
        try connection.socket.limitSendBuffer()
        try client.send("GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n")
        try client.presign("a")
        #expect(connection.phase == .sending)
        return client
    }

    @Test(arguments: [true, false])
    func `a request that waits for a token is counted once`(isTakenFirst: Bool) throws {
        let daemon = try DaemonFixture(Self.fetched, rate: Self.once, turnsEnd: false)
        let client = try ask(daemon)
        let fetch = try daemon.keeping.fetch()
        if isTakenFirst {
            #expect(try client.status() == "200")
            try daemon.keeping.settle()
            #expect(try !client.hasAnswer())
        }
        try fetch.answerWithToken()
        try daemon.keeping.settle()
        #expect(try daemon.keeping.loop.reaches { daemon.profiles[0].credential != nil })
        if !isTakenFirst { #expect(try client.status() == "200") }
        #expect(try client.status() == "200")
    }

    @Test(arguments: [true, false])
    func `a request that waits for a signature gets it`(isTakenFirst: Bool) throws {
        let daemon = try DaemonFixture(DaemonFixture.signedElsewhere, rate: Self.once, turnsEnd: false)
        let client = try ask(daemon)
        let question = try daemon.keeping.fetch()
        if isTakenFirst {
            #expect(try client.status() == "200")
            try daemon.keeping.settle()
            #expect(try !client.hasAnswer())
        }
        try question.answer(DaemonFixture.signature)
        if !isTakenFirst {
            try daemon.keeping.settle()
            #expect(try client.status() == "200")
        }
        #expect(try client.status() == "200")
    }

    /// Its time counts from when the daemon found it, not from when the client took the answer before it.
    @Test func `a request that waited too long by then gets its answer at once`() throws {
        let daemon = try DaemonFixture(Self.fetched, turnsEnd: false)
        let client = try ask(daemon)
        let fetch = try daemon.keeping.fetch()
        daemon.keeping.context.clock.ahead = 3_600
        #expect(try client.status() == "200")
        try daemon.keeping.settle()
        daemon.server.sweep()
        try daemon.keeping.settle()
        #expect(try client.hasAnswer() && client.status() == "503")
        _ = consume fetch
    }
}
