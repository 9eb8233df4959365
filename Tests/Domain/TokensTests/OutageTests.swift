import TestSupport
import Testing
import Time
import Tokens

/// An upstream that is down for the second half of a token's life and long after.
struct OutageTests {
    /// The ages at which it was called, until `end`; `requests` find no token in the meantime.
    private func calls(
        _ kind: RefreshFailure, until end: Duration, requests: Int = 0, seed: UInt64
    ) throws -> [Duration] {
        var random = SeededRandom(seed: seed)
        var schedule = try RefreshSchedule.settled()
        schedule.received(try Parts().credential(), at: start, random: random.next())
        var calls: [Duration] = []
        while let due = schedule.nextAttempt, due - start.boot < end, calls.count < 25_000 {
            #expect(schedule.step(at: due) == .fetch)
            for _ in 0..<requests { schedule.demand(at: due) }
            #expect(schedule.step(at: due) == .rest)
            calls.append(due - start.boot)
            schedule.failed(kind, retryAfter: nil, at: due, random: random.next())
            for _ in 0..<requests { schedule.demand(at: due) }
        }
        #expect(schedule.nextAttempt != nil)
        return calls
    }

    /// With doubling delays of 1, 2 … 256 s and then 300 s, each between a tenth and the whole of it, half an hour has
    /// room for 13 to 69 calls; 30, 60 … 300 s leave room for 8 to 66.
    @Test(arguments: [(RefreshFailure.passing, 13...69), (.throttled, 8...67), (.permanent, 8...66)])
    func `a server that is down is called as often as the schedule allows, and no more`(
        kind: RefreshFailure, allowed: ClosedRange<Int>
    ) throws {
        for seed: UInt64 in 1...50 {
            let calls = try calls(
                kind, until: .seconds(3_600), requests: kind == .passing ? 0 : 10, seed: seed)
            #expect(allowed.contains(calls.count))
            #expect(calls.first ?? .zero >= .seconds(1_620))
        }
    }

    /// With doubling delays of 1, 2 … 32 s and then 60 s half an hour has room for 32 to 340 calls.
    @Test func `many requests that find no token cause no more calls than one`() throws {
        for seed: UInt64 in 1...50 {
            let calls = try calls(.passing, until: .seconds(3_600), requests: 1, seed: seed)
            #expect((32...340).contains(calls.count))
            #expect(try calls == self.calls(.passing, until: .seconds(3_600), requests: 10, seed: seed))
        }
    }

    @Test func `a server is called again within five minutes, however long it was down`() throws {
        let calls = try calls(.permanent, until: .seconds(7 * 86_400), seed: 4)
        for (earlier, later) in zip(calls, calls.dropFirst()) {
            #expect(later - earlier <= .seconds(300) && later > earlier)
        }
        #expect(try #require(calls.last) > .seconds(7 * 86_400 - 300))
    }
}
