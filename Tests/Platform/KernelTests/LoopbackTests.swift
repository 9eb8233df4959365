import Bytes
import Glibc
import Kernel
import TestSupport
import Testing

struct LoopbackTests {
    @Test(arguments: [Loopback.v4, .v6])
    func `serves on a port that the kernel chose`(address: Loopback) throws {
        let listener = try LoopbackListener(address, port: 0, backlog: 1)
        #expect(listener.port != 0)
        let client = try address.connect(port: listener.port, waitingUntil: soon())
        guard let server = try listener.socket.accept() else { throw Unexpected() }
        try server.sendAll("hello".utf8Span.span, waitingUntil: soon())
        var buffer = ByteBuffer()
        #expect(try client.receive(into: &buffer, atMost: 10, waitingUntil: soon()) == .bytes(5))
    }

    @Test func `refuses a port that is taken`() throws {
        let listener = try LoopbackListener(port: 0, backlog: 1)
        let error = #expect(throws: SystemError.self) {
            _ = try LoopbackListener(port: listener.port, backlog: 1)
        }
        #expect(error?.code == EADDRINUSE)
    }

    @Test func `a port without a listener refuses`() throws {
        let port = try ClosedPort()
        let error = #expect(throws: SystemError.self) {
            _ = try Loopback.v4.connect(port: port.number, waitingUntil: soon())
        }
        #expect(error?.code == ECONNREFUSED)
    }
}
