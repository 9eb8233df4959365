import Records
import TestSupport
import Testing

@testable import Keeping

/// Strings that wait for a signature, of several users.
struct UserQueueTests {
    private var queue = UserQueue<String>()

    private mutating func fill(_ user: UInt32, _ elements: String...) {
        for element in elements { queue.append(element, of: user) }
    }

    private mutating func rest() -> [String] {
        var all: [String] = []
        while let next = queue.popFirst() { all.append(next) }
        return all
    }

    @Test mutating func `users are served in turn, and each in its own order`() {
        fill(1, "a1", "a2", "a3")
        fill(2, "b1")
        fill(3, "c1", "c2")
        #expect((1...4).map { queue.count(of: $0) } == [3, 1, 2, 0])
        #expect(rest() == ["a1", "b1", "c1", "a2", "c2", "a3"])
        #expect(queue.isEmpty && queue.count(of: 1) == 0)
    }

    @Test mutating func `one that comes late waits for one element of each other user`() {
        for number in 0..<4_096 { queue.append("a\(number)", of: 1) }
        #expect(queue.popFirst() == "a0")
        fill(2, "b")
        #expect(queue.popFirst() == "a1")
        #expect(queue.popFirst() == "b")
    }

    @Test mutating func `an element that is put back is the next one`() {
        fill(1, "a1", "a2")
        fill(2, "b1")
        #expect(queue.popFirst() == "a1")
        queue.putBack("a1", of: 1)
        #expect(queue.count(of: 1) == 2)
        #expect(rest() == ["a1", "b1", "a2"])
        queue.putBack("a1", of: 1)
        #expect(rest() == ["a1"])
    }

    @Test mutating func `a removed entry leaves no place in the order behind`() {
        fill(1, "a1", "a2")
        fill(2, "b1", "b2")
        queue.removeAll { $0.hasPrefix("a") || $0 == "b1" }
        #expect(rest() == ["b2"])
        fill(1, "a1")
        queue.removeAll()
        #expect(queue.isEmpty && rest() == [])
    }

    /// In any order of entries nothing is lost, nothing comes twice, and no user waits for two of another user.
    @Test mutating func `is fair for any order of events`() {
        var random = SeededRandom(seed: 11)
        var expected: [UInt32: [Int]] = [:]
        var passedOver: [UInt32: [UInt32: Int]] = [:]
        var numbers = UserQueue<(user: UInt32, number: Int)>()
        for number in 0..<20_000 {
            let user = UInt32(random.next() % 5)
            if random.next() % 2 == 0 {
                numbers.append((user, number), of: user)
                expected[user, default: []].append(number)
                continue
            }
            guard let next = numbers.popFirst() else {
                #expect(expected.values.count { !$0.isEmpty } == 0)
                continue
            }
            let first = expected[next.user]?.removeFirst()
            #expect(first == next.number)
            passedOver[next.user] = [:]
            for other in expected.keys where other != next.user && expected[other] != [] {
                passedOver[other, default: [:]][next.user, default: 0] += 1
                #expect(passedOver[other]?[next.user] == 1)
            }
        }
    }
}
