import Bytes
import Kernel
import TestSupport
import Testing

struct EventSetTests {
    @Test func `tells which descriptor can be read`() throws {
        let events = try EventSet()
        var pair = try SocketPair()
        let near = pair.take()
        let far = pair.take()
        try events.add(near, for: .input, token: 7)
        #expect(try events.wait(until: 0) == 0)
        try far.sendAll("x".utf8Span.span, waitingUntil: soon())
        #expect(try events.wait(until: soon()) == 1)
        let event = events.event(0)
        #expect(event.token == 7 && event.canRead && !event.canWrite)
    }

    @Test func `reports room to write only if that is asked for`() throws {
        let events = try EventSet()
        var pair = try SocketPair()
        let near = pair.take()
        try events.add(near, for: .input, token: 1)
        #expect(try events.wait(until: 0) == 0)
        try events.modify(near, for: .both, token: 2)
        #expect(try events.wait(until: soon()) == 1)
        #expect(events.event(0).token == 2 && events.event(0).canWrite && !events.event(0).canRead)
    }

    @Test func `an end can be read and written`() throws {
        let events = try EventSet()
        var pair = try SocketPair()
        let near = pair.take()
        do { _ = pair.take() }
        try events.add(near, for: .nothing, token: 3)
        #expect(try events.wait(until: soon()) == 1)
        #expect(events.event(0).canRead && events.event(0).canWrite)
    }
}
