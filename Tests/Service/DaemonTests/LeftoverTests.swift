import Bytes
import KeepingSupport
import Kernel
import Serving
import TestSupport
import Testing

/// The kernel tells once of what came: nothing of it may be left behind, and no end be missed.
struct LeftoverTests {
    private let daemon: DaemonFixture
    private let client: Client

    init() throws {
        daemon = try DaemonFixture("[Profile a]\nSource=manual\n")
        client = try daemon.connect()
    }

    private var connections: Int { daemon.server.connections.count }

    private func settle() throws {
        try daemon.keeping.settle()
    }

    @Test func `a client that asks and ends at once is answered, and gone`() throws {
        try client.send("GET /v1/status HTTP/1.1\r\nHost: a\r\n\r\n")
        try client.socket.finishSending()
        #expect(try client.status() == "200")
        try settle()
        #expect(connections == 0)
    }

    @Test func `the end of a request that came in pieces is seen`() throws {
        try client.send("GET /v1/status HTTP/1.1\r\n")
        try settle()
        try client.send("Host: a\r\n\r\n")
        try client.socket.finishSending()
        #expect(try client.status() == "200")
        try settle()
        #expect(connections == 0)
    }

    @Test func `a request that is longer than one read is read to its end`() throws {
        let body = String(repeating: " ", count: 100_000) + "x"
        try client.send(
            "POST /v1/presign HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(try client.status() == "400")
        #expect(connections == 1)
    }

    @Test func `a client that sends more than is read, and ends, is gone`() throws {
        try client.send("nonsense\r\n\r\n")
        try settle()
        #expect(connections == 1)
        try client.send(String(repeating: "x", count: 100_000))
        try client.socket.finishSending()
        try settle()
        #expect(connections == 0)
    }

    /// One read takes nothing of what is behind a descriptor.
    @Test(arguments: ["", "GET /v1/status "])
    func `a request with a descriptor in the middle is read to its end`(first: String) throws {
        var pipe = try Pipe()
        try client.send(first)
        try settle()
        try client.send(first.isEmpty ? "GET /v1/status HTTP" : "HTTP", with: pipe.takeWritingEnd())
        try client.send("/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.status() == "200")
    }

    @Test func `a descriptor that is sent along is not kept`() throws {
        var pipe = try Pipe()
        try client.send("GET /v1/status HTTP/1.1\r\nHost: a\r\n\r\n", with: pipe.takeWritingEnd())
        #expect(try client.status() == "200")
        #expect(try pipe.contents(atMost: 0, until: soon()).count == 0)
    }
}
