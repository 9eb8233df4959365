import API
import Bytes
import EventLoop
import KeepingSupport
import Kernel
import Settings
import TestSupport
import Testing

@testable import Callers
@testable import Daemon
@testable import Serving

/// The cost of idle connections, and the data that connections share.
struct ConnectionTests {
    private static let profile =
        "[Profile a]\nSource=appserver\nURL=http://127.0.0.1:1/\nEndpoint=https://oss-cn-hangzhou.aliyuncs.com\n"

    private func connections(of daemon: DaemonFixture) -> [Connection] { daemon.server.connections.all }

    @Test func `a connection between requests is one small piece of memory`() throws {
        let daemon = try DaemonFixture(Self.profile)
        let client = try daemon.connect()
        try client.send("GET /v1/status HTTP/1.1\r\nHost: a\r\n\r\nGET /v1/sta")
        #expect(try client.status() == "200")
        let connection = try #require(connections(of: daemon).first)
        #expect(connection.pending != nil)
        try client.send("tus HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.status() == "200")
        #expect(connection.pending == nil)
        // With what the heap adds, 96 bytes.
        #expect((1...88).contains(instanceSize(of: Connection.self)))
    }

    @Test(arguments: [1, 2, 5, 12])
    func `all clients that wait are accepted in one loop iteration`(count: Int) throws {
        let daemon = try DaemonFixture(Self.profile)
        let clients = try (0..<count).map { _ in
            try UnixSocket.connect(to: daemon.path, waitingUntil: soon()).release()
        }
        defer { for client in clients { _ = Descriptor(owning: client) } }
        _ = try daemon.keeping.loop.runOnce(timeout: .zero)
        #expect(connections(of: daemon).count == count)
    }

    @Test func `a client that has sent nothing yet is served, and its end is noticed`() throws {
        let daemon = try DaemonFixture(Self.profile)
        do {
            let client = try daemon.connect()
            #expect(connections(of: daemon).count == 1)
            try client.send("GET /v1/status HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.status() == "200")
        }
        #expect(try daemon.keeping.loop.reaches { daemon.server.connections.count == 0 })
    }

    @Test func `connections of one user share the rights that the rules grant`() throws {
        let daemon = try DaemonFixture(Self.profile)
        let clients = try (0..<3).map { _ in try daemon.connect() }
        let connections = connections(of: daemon)
        #expect(connections.count == clients.count)
        for connection in connections { #expect(connection.caller === connections[0].caller) }
    }

    @Test func `connections of one process share its rights if a rule asks for the process`() throws {
        let rule = "[Access other]\nMatch=unit:nothing.service\nAllow=status\n"
        let daemon = try DaemonFixture(Self.profile + rule)
        let clients = try (0..<2).map { _ in try daemon.connect() }
        let connections = connections(of: daemon)
        #expect(connections.count == clients.count)
        let process = try #require(connections[0].caller.process)
        // Older kernels do not tell whether two connections are of one process.
        let isShared = process.process.certainty == .handle
        #expect((connections[0].caller === connections[1].caller) == isShared)
    }

    @Test func `a rule that contains the user's name prevents sharing with later connections`() throws {
        let rule = "[Access own]\nMatch=uid:\(ThisProcess.user)\nAllow=sign\nKey=%u/**\n"
        let daemon = try DaemonFixture(Self.profile + rule)
        let clients = try (0..<2).map { _ in try daemon.connect() }
        let connections = connections(of: daemon)
        #expect(connections.count == clients.count && connections[0].caller !== connections[1].caller)
    }

    @Test func `connections of one user share the rights of the new rules after a reload`() throws {
        let daemon = try DaemonFixture(Self.profile)
        let clients = try (0..<2).map { _ in try daemon.connect() }
        let connections = connections(of: daemon)
        let before = connections[0].caller
        daemon.context.callers.policy = try daemon.keeping.settings("[Profile a]\nSource=manual\n").policy
        for client in clients {
            try client.send("GET /v1/status HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.status() == "200")
        }
        #expect(connections[0].caller !== before)
        #expect(connections[0].caller === connections[1].caller)
        #expect(connections[0].caller.policyNumber == daemon.context.callers.policyNumber)
    }

    @Test(arguments: [(ListenerKind.api, false), (.admin, true)])
    func `a request that may hold a secret is wiped when it was answered`(
        listenerKind: ListenerKind, isWiped: Bool
    )
        throws
    {
        let daemon = try DaemonFixture(Self.profile, listenerKind: listenerKind)
        let client = try daemon.connect()
        try client.send("GET /v1/status HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.status() == "200")
        var memory = daemon.server.received.buffer.lend()
        #expect(memory.count == 0)
        unsafe memory.appendUnsafely(atMost: 3) { room in
            #expect(unsafe room.elementsEqual(isWiped ? [0, 0, 0] : Array("GET".utf8)))
            return 0
        }
    }

    @Test func `the work after answers is done before others are looked for in the same loop iteration`()
        throws
    {
        let daemon = try DaemonFixture(Self.profile)
        let clients = try (0..<2).map { _ in try daemon.connect() }
        var times = 0
        daemon.whenAnswersAreSent = { times += 1 }
        for client in clients { try client.send("GET /v1/status HTTP/1.1\r\nHost: a\r\n\r\n") }
        _ = try daemon.keeping.loop.runOnce(timeout: .zero)
        // A slow machine serves the second one in the next iteration.
        #expect((2...3).contains(times), "once for each turn, and once at the end of the loop iteration")
    }
}
