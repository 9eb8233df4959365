internal import Access
import Bytes
import Glibc
import Kernel
import TestSupport
import Testing

/// Owners of connections.
struct TCPPeerTests {
    private func owner(
        of connection: borrowing Descriptor, _ kernel: inout TCPPeer
    ) throws -> SocketOwner? {
        let description = try kernel.description(ofOtherEndOf: connection)
        return SocketOwner(description.span)
    }

    @Test(arguments: [Loopback.v4, .v6])
    func `our user owns the other end of a connection`(address: Loopback) throws {
        var kernel = try TCPPeer()
        let listener = try LoopbackListener(address, port: 0, backlog: 8)
        for _ in 0..<4 {
            let client = try address.connect(port: listener.port, waitingUntil: soon())
            guard let server = try listener.socket.accept() else { throw Unexpected() }
            #expect(try owner(of: server, &kernel)?.user == ThisProcess.user)
            #expect(try owner(of: client, &kernel)?.user == ThisProcess.user)
        }
    }

    @Test func `a closed connection has no owner, least of all root`() throws {
        var kernel = try TCPPeer()
        let listener = try LoopbackListener(port: 0, backlog: 8)
        let client = try Loopback.v4.connect(port: listener.port, waitingUntil: soon())
        guard let server = try listener.socket.accept() else { throw Unexpected() }
        _ = consume client
        #expect(try eventually { try owner(of: server, &kernel) == nil })
    }

    @Test func `a socket that is not connected, or not TCP, is an error`() throws {
        var kernel = try TCPPeer()
        let listener = try LoopbackListener(port: 0, backlog: 8)
        #expect(throws: SystemError.self) { _ = try owner(of: listener.socket, &kernel) }
        var pair = try SocketPair()
        let end = pair.take()
        #expect(throws: SystemError.self) { _ = try owner(of: end, &kernel) }
    }

    @Test func `takes over a listener, but none that other machines could reach`() throws {
        let listener = try LoopbackListener(.v6, port: 0, backlog: 1)
        let adopted = try LoopbackListener(adopting: try listener.socket.duplicate())
        #expect(adopted.port == listener.port && adopted.address == .v6)
        let open = Descriptor(owning: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        let error = #expect(throws: SystemError.self) {
            _ = try LoopbackListener(adopting: try open.duplicate())
        }
        #expect(error?.code == EADDRNOTAVAIL)
    }
}
