import API
import Bytes
import EventLoop
import HTTP
import Settings
import TestSupport
import Testing

@testable import Callers
@testable import Daemon
@testable import Keeping
@testable import Records
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
        let household = try Household(Self.patient)
        let client = try household.connect()
        let server = household.server
        let connection = try #require(server.connections.all.first)
        try connection.socket.limitSendBuffer()
        try client.send("GET /v1/openapi.json HTTP/1.1\r\n")
        try household.house.settle()
        server.stop()
        let end = try #require(server.stopsBy)
        #expect(connection.phase == .reading && connection.deadline <= end)
        household.house.context.clock.ahead = 9
        try client.send("Host: a\r\n\r\n")
        try household.house.settle()
        // The client does not read the answer.
        #expect(connection.phase == .sending && connection.deadline <= end)
        household.house.context.clock.ahead = 11
        server.sweep()
        #expect(connection.phase == .closed && server.connections.count == 0)
    }

    @Test func `a client that waits for a token gets an answer before the end`() throws {
        let household = try Household(
            Self.patient.replacing(
                "manual", with: "appserver\nURL=http://127.0.0.1:1/\nEndpoint=oss-cn-hangzhou.aliyuncs.com"))
        let client = try household.connect()
        try client.presign("a")
        let fetch = try household.house.fetch()
        household.server.stop()
        household.house.context.clock.ahead = 11
        household.server.sweep()
        #expect(try client.status() == "503")
        #expect(try client.status() == nil)
        _ = consume fetch
    }
}
