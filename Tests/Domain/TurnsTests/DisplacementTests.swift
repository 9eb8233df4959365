import TestSupport
import Testing

@testable import Turns

struct DisplacementTests {
    private struct Present {
        let user: UInt32
        var isSilent = true
        var since: Int64 = 0
    }

    private func choice(for user: UInt32, among present: [Present]) -> Int? {
        func count(_ user: UInt32) -> Int { present.count { $0.user == user } }
        var displacement = Displacement(for: user, with: count(user))
        for (place, connection) in present.enumerated() {
            displacement.consider(
                place, of: connection.user, with: count(connection.user), isSilent: connection.isSilent,
                since: connection.since)
        }
        return displacement.choice
    }

    @Test func `the longest silence of the user with the most connections ends`() {
        let present = [
            Present(user: 1, since: 1), Present(user: 2, since: 5), Present(user: 2, since: 3),
            Present(user: 2, since: 4),
        ]
        #expect(choice(for: 3, among: present) == 2)
        #expect(choice(for: 1, among: present) == 2)
    }

    @Test func `the user with the most connections gives up one of its own`() {
        let present = [Present(user: 1, since: 1), Present(user: 2, since: 9), Present(user: 2, since: 8)]
        #expect(choice(for: 2, among: present) == 2)
    }

    @Test func `a connection in use ends only for a user with fewer, if the other has no silent one`() {
        let busy = Present(user: 1, isSilent: false, since: 1)
        #expect(choice(for: 2, among: [busy, busy, Present(user: 1, since: 7)]) == 2)
        #expect(choice(for: 2, among: [busy, busy]) == 0)
        #expect(choice(for: 2, among: [busy]) == nil)
        #expect(choice(for: 1, among: [busy, busy]) == nil)
        // An own silent one is the smaller loss.
        #expect(choice(for: 2, among: [busy, busy, busy, Present(user: 2)]) == 3)
    }

    @Test func `a user with one connection gives it up for one without`() {
        #expect(choice(for: 3, among: [Present(user: 1, since: 4), Present(user: 2, since: 3)]) == 1)
    }

    /// Users connect at will to a full table; a user that has less than its part gets in, however the others behave.
    @Test(arguments: 0..<50)
    func `no user is kept from its part of the places`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let places = 24
        var present: [Present] = []
        for step in 0..<2_000 {
            let user = UInt32.random(in: 0..<6, using: &random)
            let new = Present(user: user, isSilent: Bool.random(using: &random), since: Int64(step))
            let count = present.count { $0.user == user }
            guard present.count == places else {
                present.append(new)
                continue
            }
            if let place = choice(for: user, among: present) {
                let loser = present[place].user
                #expect(loser == user || present.count { $0.user == loser } > count)
                present[place] = new
            } else {
                #expect(count >= places / 6 || present.allSatisfy { !$0.isSilent })
            }
        }
    }
}
