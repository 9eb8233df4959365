import Bytes
import EventLoop
import KeepingSupport
import Kernel
import TestSupport
import Testing

@testable import Keeping

/// Clients that wait for remote signatures, and the helpers that fetch them.
struct RemoteSignerTests {
    @Test func `a client that is gone is not kept while the server hangs`() throws {
        let daemon = try DaemonFixture(DaemonFixture.signedElsewhere)
        var hanging: [Client] = []
        for _ in 0..<8 {
            let client = try daemon.connect()
            try client.presign("a")
            hanging.append(client)
        }
        for _ in 0..<30 { try daemon.connect().presign("a") }
        try daemon.keeping.settle()
        let signer = try #require(daemon.profiles[0] as? RemoteSigner)
        signer.stop()
        // The last one may still be among those who wait.
        #expect((8...9).contains(signer.waiters.count))
    }

    @Test func `a helper that ended while nothing was asked of it costs no answer`() throws {
        let daemon = try DaemonFixture(DaemonFixture.signedElsewhere)
        let client = try daemon.connect()
        do {
            try client.presign("a")
            let fetch = try daemon.keeping.fetch()
            try fetch.answer(DaemonFixture.signature)
            #expect(try client.status() == "200")
        }
        // The next turn finds the request and the end of the helper, in this order.
        try client.sendPresign("a")
        let fetch = try daemon.keeping.fetch()
        try fetch.answer(DaemonFixture.signature)
        #expect(try client.status() == "200")
    }

    @Test func `a helper that broke the protocol is ended, and another one is asked`() throws {
        let daemon = try DaemonFixture(DaemonFixture.signedElsewhere)
        let client = try daemon.connect()
        try client.presign("a")
        let broken = try daemon.keeping.fetch()
        _ = try broken.socket.send("nonsense\n".utf8Span.span)
        #expect(try client.status() == "503")
        try client.presign("a")
        let next = try daemon.keeping.fetch()
        try next.answer(DaemonFixture.signature)
        #expect(try client.status() == "200")
        var rest = ByteBuffer()
        while case .bytes = try broken.socket.receive(into: &rest, atMost: 65_536, waitingUntil: soon()) {}
    }
}
