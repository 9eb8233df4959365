import API
import Access
import Bytes
import Callers
import HTTP
import Kernel
import TestSupport
import Testing
import Time
import Turns

@testable import Serving

struct ConnectionTableTests {
    private let table = ConnectionTable()

    private func connect(_ user: UInt32 = 1, _ standing: Connection.Standing = .regular) throws -> Connection
    {
        var pair = try SocketPair()
        let socket = pair.take()
        let now = Instant(nanosecondsSinceBoot: 0)
        let connected = ConnectedPeer(
            PeerCredentials(process: 0, user: user, group: 1), connectedAt: now)
        let listener = Listener(
            pair.take(), id: .ofNone(0), ListenerTraits(tag: 0), identifying: .unix)
        let peer = Peer(uid: user, gid: 1)
        let caller = Caller(peer, Policy(rules: []).rules(for: peer), policyNumber: 0)
        let connection = Connection(
            socket, by: connected, at: listener, id: table.reserve(), caller: caller, deadline: now,
            standing: standing)
        table.insert(connection)
        return connection
    }

    /// A person with many user accounts must not fill the memory with all of them.
    @Test func `the bytes held are bounded for a user, and for all together`() throws {
        let (one, other) = (try connect(1), try connect(2))
        one.pendingRequest().input = ByteBuffer(copying: "12345".utf8Span.span)
        other.pendingRequest().output = ByteBuffer(copying: "1234567".utf8Span.span)
        let held = table.bytesHeld(forUser: 1)
        #expect(held.ofUser == 5 && held.ofAll == 12)
        let most = ServerLimits.bytesPerUser
        #expect(held.hasRoom(for: most - 5) && !held.hasRoom(for: most - 4))
        let full = ConnectionTable.Held(ofUser: 0, ofAll: ServerLimits.bytesOfAll - 1)
        #expect(full.hasRoom(for: 1) && !full.hasRoom(for: 2))
    }

    @Test func `an id is never that of a later connection`() throws {
        var random = SeededRandom(seed: 1)
        var seen: Set<ConnectionID> = []
        var present: [Connection] = []
        for _ in 0..<5_000 {
            if present.count < 100, present.isEmpty || Bool.random(using: &random) {
                let connection = try connect()
                #expect(seen.insert(connection.id).inserted)
                present.append(connection)
            } else {
                table.remove(present.remove(at: Int.random(in: present.indices, using: &random)))
            }
            #expect(table.count == present.count)
        }
        for id in seen { #expect(table[id] === present.first { $0.id == id }) }
        #expect(Set(table.all.map(\.id)) == Set(present.map(\.id)))
    }

    @Test(arguments: [0, 1, 1 << 32, 1 << 32 | 7, .max])
    func `an unused id finds nothing`(number: UInt64) throws {
        let connection = try connect()
        let id = ConnectionID(number: number)
        #expect(table[id] == nil || id == connection.id)
        table.remove(connection)
        #expect(table[id] == nil)
    }

    @Test func `removing twice takes nothing from the successor`() throws {
        let old = try connect()
        table.remove(old)
        let new = try connect()
        table.remove(old)
        #expect(table[new.id] === new)
        #expect(table.count == 1)
        #expect(table.count(ofUser: 1) == 1)
    }

    @Test func `counts the connections of each user`() throws {
        let ones = try (0..<3).map { _ in try connect(1) }
        let two = try connect(2)
        #expect(table.count(ofUser: 1) == 3 && table.count(ofUser: 2) == 1 && table.count(ofUser: 3) == 0)
        for connection in ones { table.remove(connection) }
        table.remove(two)
        #expect(table.count(ofUser: 1) == 0 && table.count(ofUser: 2) == 0)
        #expect(table.all.isEmpty)
    }

    @Test func `counts the connections of callers without a rule`() throws {
        let one = try connect(1)
        let two = try connect(2, .withoutRule)
        #expect(table.countWithoutRule == 1)
        table.remove(one)
        #expect(table.countWithoutRule == 1)
        table.remove(two)
        table.remove(two)
        #expect(table.countWithoutRule == 0)
    }

    @Test func `a caller without a rule takes the place of one without a rule only`() throws {
        for _ in 0..<3 { _ = try connect(1) }
        #expect(table.displaceable(for: 3, with: .withoutRule) { $0.connectedAt } == nil)
        let other = try connect(2, .withoutRule)
        #expect(table.displaceable(for: 3, with: .withoutRule) { $0.connectedAt } === other)
        #expect(table.displaceable(for: 3, with: .regular) { $0.connectedAt }?.user == 1)
    }

    @Test func `a wait is over when the next one begins`() throws {
        let connection = try connect()
        let first = connection.beginWait()
        #expect(!connection.isIn(first))
        _ = connection.handle(.waits)
        #expect(connection.isIn(first))
        let second = connection.beginWait()
        #expect(!connection.isIn(first) && connection.isIn(second))
    }
}
