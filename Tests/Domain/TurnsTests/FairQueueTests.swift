import TestSupport
import Testing

@testable import Turns

struct FairQueueTests {
    /// The connections 0, 1, … of these users.
    private func queue(of users: [UInt32]) -> FairQueue {
        var queue = FairQueue()
        for (connection, user) in users.enumerated() { queue.add(connection, of: .numbered(user)) }
        return queue
    }

    /// Serves the next connection, which takes that time.
    private func serve(_ queue: inout FairQueue, taking nanoseconds: Int64) -> Int? {
        guard let turn = queue.nextTurn(), let taken = queue.take(in: turn) else { return nil }
        queue.charge(nanoseconds, to: turn)
        return taken.connection
    }

    private func order(of queue: inout FairQueue, taking nanoseconds: Int64) -> [Int] {
        var order: [Int] = []
        while let connection = serve(&queue, taking: nanoseconds) { order.append(connection) }
        return order
    }

    @Test func `one user is served in the order of its work, without a pause`() {
        var queue = queue(of: [1, 1, 1])
        for connection in [2, 0, 1] { queue.queue(connection, at: 0) }
        let order = order(of: &queue, taking: 10 * FairQueue.quantum)
        #expect(order == [2, 0, 1])
        let left = queue.nextTurn()
        #expect(left == nil)
    }

    @Test func `a user with one request waits for one turn of a user with many`() {
        var queue = queue(of: [1, 1, 1, 1, 1, 2])
        for connection in 0...5 { queue.queue(connection, at: 0) }
        let order = order(of: &queue, taking: FairQueue.quantum / 2)
        #expect(order == [0, 1, 5, 2, 3, 4])
    }

    @Test func `a user of more than a turn misses turns until that is paid`() {
        var queue = queue(of: [1, 1, 2, 2, 2])
        for connection in 0...4 { queue.queue(connection, at: 0) }
        let first = serve(&queue, taking: 3 * FairQueue.quantum)
        #expect(first == 0)
        let order = order(of: &queue, taking: FairQueue.quantum)
        #expect(order == [2, 3, 4, 1])
    }

    @Test func `a user who connects anew keeps its debt`() {
        var queue = queue(of: [1, 2, 2])
        for connection in 0...2 { queue.queue(connection, at: 0) }
        let first = serve(&queue, taking: 2 * FairQueue.quantum)
        #expect(first == 0)
        queue.remove(0)
        queue.add(0, of: .numbered(1))
        queue.queue(0, at: 0)
        let order = order(of: &queue, taking: FairQueue.quantum)
        #expect(order == [1, 2, 0])
    }

    @Test func `a debt is limited, so that a user is served again while others wait`() {
        var queue = queue(of: [1, 1, 2, 2])
        for connection in 0...3 { queue.queue(connection, at: 0) }
        let first = serve(&queue, taking: 60_000_000_000)
        #expect(first == 0)
        var turns = 0
        while serve(&queue, taking: FairQueue.quantum) != 1 {
            turns += 1
            queue.queue(2 + turns % 2, at: 0)
            guard turns < 1_000 else { break }
        }
        #expect(turns <= 52)
    }

    @Test func `a debt is forgiven when no one waits`() {
        var queue = queue(of: [1, 2])
        queue.queue(0, at: 0)
        let first = serve(&queue, taking: 60_000_000_000)
        #expect(first == 0)
        let idle = queue.nextTurn()
        #expect(idle == nil)
        for connection in 0...1 { queue.queue(connection, at: 0) }
        let order = order(of: &queue, taking: 1)
        #expect(order == [0, 1])
    }

    @Test func `accepting a connection is charged to its user`() {
        var queue = queue(of: [1, 2])
        queue.charge(2 * FairQueue.quantum, to: .numbered(1))
        queue.charge(FairQueue.quantum, to: .numbered(3))
        queue.queue(0, at: 0)
        queue.queue(1, at: 0)
        let order = order(of: &queue, taking: 1)
        #expect(order == [1, 0])
    }

    @Test func `the admin socket is a user of its own`() {
        var queue = queue(of: [0, 0])
        queue.add(2, of: .admin)
        for connection in 0...2 { queue.queue(connection, at: 0) }
        let order = order(of: &queue, taking: FairQueue.quantum)
        #expect(order == [0, 2, 1])
    }

    @Test func `a closed connection is not served, and its place gets no work of it`() {
        var queue = queue(of: [1, 1, 1])
        for connection in 0...2 { queue.queue(connection, at: 0) }
        queue.remove(1)
        queue.add(1, of: .numbered(2))
        let order = order(of: &queue, taking: 1)
        #expect(order == [0, 2])
    }

    @Test func `work is queued once, with the time of its arrival`() {
        var queue = queue(of: [1])
        queue.queue(0, at: 7)
        queue.queue(0, at: 9)
        guard let turn = queue.nextTurn() else {
            Issue.record("no one has a turn")
            return
        }
        let (first, second) = (queue.take(in: turn), queue.take(in: turn))
        #expect(first?.since == 7 && second == nil)
    }
}

/// Random users, work and times: no one waits longer than promised, and no time is lost or given twice.
struct FairQueuePropertyTests {
    private static let users = 6
    /// The longest work that nothing interrupts.
    private static let longest: Int64 = 3 * FairQueue.quantum

    /// The queue, and what it is to promise, computed without it.
    private final class Model {
        var queue = FairQueue()
        var now: Int64 = 0
        var used = [Int64](repeating: 0, count: users)
        /// Since when each user has work.
        var waitingSince = [Int64?](repeating: nil, count: users)
        var queued = [Set<Int>](repeating: [], count: users)
        var longestWait: Int64 = 0
    }

    private func addWork(to model: Model, _ random: inout SeededRandom) {
        let connection = Int.random(in: 0..<4 * Self.users, using: &random)
        let user = connection % Self.users
        model.queue.queue(connection, at: model.now)
        model.queued[user].insert(connection)
        if model.waitingSince[user] == nil { model.waitingSince[user] = model.now }
    }

    private func serve(_ model: Model, taking time: Int64) {
        guard let turn = model.queue.nextTurn(), let taken = model.queue.take(in: turn) else {
            let isIdle = model.queued.allSatisfy(\.isEmpty)
            #expect(isIdle)
            return
        }
        let user = taken.connection % Self.users
        let wasQueued = model.queued[user].remove(taken.connection) != nil
        #expect(wasQueued)
        if let since = model.waitingSince[user] {
            model.longestWait = max(model.longestWait, model.now - since)
        }
        model.now += time
        model.used[user] += time
        model.queue.charge(time, to: turn)
        model.waitingSince[user] = model.queued[user].isEmpty ? nil : model.now
    }

    private func model() -> Model {
        let model = Model()
        for connection in 0..<4 * Self.users {
            model.queue.add(connection, of: .numbered(UInt32(connection % Self.users)))
        }
        return model
    }

    @Test(arguments: 0..<50)
    func `no user waits longer than a turn of each other user and its own debt`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let model = model()
        for _ in 0..<2_000 {
            for _ in 0..<Int.random(in: 0...3, using: &random) { addWork(to: model, &random) }
            serve(model, taking: Int64.random(in: 1...Self.longest, using: &random))
        }
        // In a round each other user has its turn and one work beyond it; the own debt lasts so many rounds.
        let round = Int64(Self.users - 1) * (FairQueue.quantum + Self.longest)
        let rounds = 1 + Self.longest / FairQueue.quantum
        let longestWait = model.longestWait
        #expect(longestWait <= rounds * round)
    }

    @Test(arguments: 0..<20)
    func `users who always have work get the same time`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let model = model()
        for _ in 0..<5_000 {
            for connection in 0..<4 * Self.users {
                model.queue.queue(connection, at: model.now)
                model.queued[connection % Self.users].insert(connection)
            }
            let dear = Int64.random(in: 1...Self.longest, using: &random)
            serve(model, taking: Bool.random(using: &random) ? dear : 1_000)
        }
        let used = model.used
        #expect(used.max()! - used.min()! <= FairQueue.quantum + Self.longest)
    }

    @Test(arguments: 0..<20)
    func `a user with small requests waits for one turn of each other user`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let model = model()
        for _ in 0..<2_000 {
            for connection in 0..<4 * Self.users where connection % Self.users != 0 {
                model.queue.queue(connection, at: model.now)
            }
            model.queue.queue(0, at: model.now)
            let asked = model.now
            var isServed = false
            while !isServed {
                guard let turn = model.queue.nextTurn(), let taken = model.queue.take(in: turn) else {
                    return
                }
                isServed = taken.connection == 0
                let time = isServed ? 5_000 : Int64.random(in: 1...Self.longest, using: &random)
                model.now += isServed ? 0 : time
                model.queue.charge(time, to: turn)
            }
            let waited = model.now - asked
            #expect(waited <= Int64(Self.users - 1) * (FairQueue.quantum + Self.longest))
        }
    }
}
