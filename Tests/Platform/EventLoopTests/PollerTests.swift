import Bytes
import EventLoop
import Kernel
import Testing

/// Records the reports of a poller.
private final class Reports {
    var count = 0
    var tokens: Set<UInt64> = []
    var last: Readiness = []

    func note(_ token: UInt64, _ readiness: Readiness) {
        count += 1
        tokens.insert(token)
        last = readiness
    }
}

/// Both ends of one connection.
private final class Connection {
    let near: Descriptor
    let far: Descriptor

    init() throws {
        var pair = try SocketPair()
        near = pair.take()
        far = pair.take()
    }
}

struct PollerTests {
    private let loop: EventLoop
    private let poller: Poller
    private let reports = Reports()

    init() throws {
        let reports = reports
        loop = try EventLoop()
        poller = try Poller(on: loop) { ready in
            for index in 0..<ready.count { reports.note(ready.token(index), ready.readiness(index)) }
            return false
        }
    }

    /// Iterates until nothing more is ready.
    private func settle() throws {
        while try loop.runOnce(timeout: .zero) {}
    }

    @Test func `reports each of 300 ready connections once, in more than one batch`() throws {
        let connections = try (0..<300).map { _ in try Connection() }
        for (token, connection) in connections.enumerated() {
            try poller.add(connection.near, for: [.readable, .edgeTriggered], token: UInt64(token))
            _ = try connection.far.send("x".utf8Span.span)
        }
        try settle()
        #expect(reports.count == 300)
        #expect(reports.tokens == Set(0..<300))
    }

    @Test func `a token keeps all of its 64 bits`() throws {
        let connection = try Connection()
        try poller.add(connection.near, for: [.writable, .edgeTriggered], token: 0xFEDC_BA98_7654_3210)
        try settle()
        #expect(reports.tokens == [0xFEDC_BA98_7654_3210])
        #expect(reports.last.contains(.writable))
    }

    @Test func `without the edge it reports until the bytes are read`() throws {
        let connection = try Connection()
        try poller.add(connection.near, for: .readable, token: 1)
        _ = try connection.far.send("x".utf8Span.span)
        for _ in 0..<3 { _ = try loop.runOnce(timeout: .zero) }
        #expect(reports.count > 1)
        var buffer = ByteBuffer()
        _ = try connection.near.receive(into: &buffer, atMost: 1)
        let before = reports.count
        try settle()
        #expect(reports.count == before)
    }

    @Test func `reports the end together with the last bytes`() throws {
        let connection = try Connection()
        try poller.add(connection.near, for: [.readable, .edgeTriggered], token: 1)
        _ = try connection.far.send("x".utf8Span.span)
        try connection.far.finishSending()
        try settle()
        #expect(reports.count == 1)
        #expect(reports.last.isSuperset(of: [.readable, .inputEnds]))
    }

    @Test func `a removed or changed connection reports accordingly`() throws {
        let removed = try Connection()
        let changed = try Connection()
        try poller.add(removed.near, for: .writable, token: 1)
        try poller.add(changed.near, for: .readable, token: 2)
        try poller.remove(removed.near)
        try poller.modify(changed.near, for: [.writable, .edgeTriggered], token: 3)
        try settle()
        #expect(reports.tokens == [3])
    }

    @Test func `a handler may close a connection that is ready too`() throws {
        let loop = try EventLoop()
        var connections: [UInt64: Connection] = [:]
        var handled = 0
        let poller = try Poller(on: loop) { ready in
            for index in 0..<ready.count where connections[ready.token(index)] != nil {
                handled += 1
                connections.removeAll()
            }
            return false
        }
        for token in 0..<UInt64(8) {
            let connection = try Connection()
            try poller.add(connection.near, for: .writable, token: token)
            connections[token] = connection
        }
        while try loop.runOnce(timeout: .zero) {}
        #expect(handled == 1)
        withExtendedLifetime(poller) {}
    }

    @Test func `connections that become ready in the meantime are found in the same iteration`() throws {
        let loop = try EventLoop()
        let connections = try (0..<3).map { _ in try Connection() }
        var found: [[UInt64]] = []
        let poller = try Poller(on: loop) { ready in
            found.append((0..<ready.count).map { ready.token($0) }.sorted())
            if found.count == 1 { _ = try? connections[2].far.send("x".utf8Span.span) }
            return false
        }
        for (token, connection) in connections.enumerated() {
            try poller.add(connection.near, for: [.readable, .edgeTriggered], token: UInt64(token))
        }
        for connection in connections.prefix(2) { _ = try connection.far.send("x".utf8Span.span) }
        _ = try loop.runOnce(timeout: .zero)
        #expect(found == [[0, 1], [2]])
        withExtendedLifetime(poller) {}
    }

    @Test func `a handler with work left is called in each iteration, until it has none`() throws {
        let loop = try EventLoop()
        var left = 3
        let poller = try Poller(on: loop) { _ in
            left -= 1
            return left > 0
        }
        poller.isBusy = true
        for _ in 0..<3 { #expect(try loop.runOnce(timeout: .seconds(60))) }
        #expect(left == 0 && !poller.isBusy)
        #expect(try !loop.runOnce(timeout: .zero))
    }

    @Test func `connections that are always ready do not keep the loop from other sources`() throws {
        let loop = try EventLoop()
        let connections = try (0..<2).map { _ in try Connection() }
        var looks = 0
        let poller = try Poller(on: loop) { _ in
            looks += 1
            return false
        }
        for (token, connection) in connections.enumerated() {
            try poller.add(connection.near, for: .writable, token: UInt64(token))
        }
        _ = try loop.runOnce(timeout: .zero)
        #expect(looks == 128)
        withExtendedLifetime(poller) {}
    }

    @Test func `refuses a descriptor that it has already`() throws {
        let connection = try Connection()
        try poller.add(connection.near, for: .readable, token: 1)
        #expect(throws: SystemError.self) { try poller.add(connection.near, for: .readable, token: 1) }
    }
}
