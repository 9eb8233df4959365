import API
import Bytes
import EventLoop
import HTTP
import Keeping
import KeepingSupport
import Records
import Settings
import TestSupport
import Testing

@testable import Serving

/// The time that a stopping daemon gives its last clients.
struct StopTests {
    private static let patient = """
        [Daemon]
        RequestTimeout=1h
        [Profile a]
        Source=manual

        """

    @Test func `the phases of the last requests together take no longer than a stop may`() throws {
        let daemon = try DaemonFixture(Self.patient)
        let client = try daemon.connect()
        let server = daemon.server
        let connection = try #require(server.connections.all.first)
        try connection.socket.limitSendBuffer()
        try client.send("GET /v1/openapi.json HTTP/1.1\r\n")
        try daemon.keeping.settle()
        server.stop()
        let end = try #require(server.stopsBy)
        #expect(connection.phase == .reading && connection.deadline <= end)
        daemon.keeping.context.clock.ahead = 9
        try client.send("Host: a\r\n\r\n")
        try daemon.keeping.settle()
        // The client does not read the answer.
        #expect(connection.phase == .sending && connection.deadline <= end)
        daemon.keeping.context.clock.ahead = 11
        server.sweep()
        #expect(connection.phase == .closed && server.connections.count == 0)
    }

    @Test func `a client that waits for a token gets an answer before the end`() throws {
        let daemon = try DaemonFixture(
            Self.patient.replacing(
                "manual", with: "appserver\nURL=http://127.0.0.1:1/\nEndpoint=oss-cn-hangzhou.aliyuncs.com"))
        let client = try daemon.connect()
        try client.presign("a")
        let fetch = try daemon.keeping.fetch()
        daemon.server.stop()
        daemon.keeping.context.clock.ahead = 11
        daemon.server.sweep()
        #expect(try client.status() == "503")
        #expect(try client.status() == nil)
        _ = consume fetch
    }
}
