import TestSupport
import Testing
import Time
import Tokens

/// How long a failure keeps us from the next attempt.
struct BackoffTests {
    private func delay(
        after failures: Int, _ kind: RefreshFailure = .passing, retryAfter: Int? = nil, random: UInt64,
        _ policy: RefreshPolicy = RefreshPolicy()
    ) throws -> Duration {
        var schedule = RefreshSchedule(policy: policy)
        for _ in 0..<failures {
            schedule.failed(kind, retryAfter: retryAfter, at: start.boot, random: random)
        }
        return try #require(schedule.delay(after: start))
    }

    /// Kind, failures in a row, and the longest delay in seconds.
    @Test(
        arguments: [
            (.passing, 1, 1), (.passing, 2, 2), (.passing, 3, 4), (.passing, 8, 128), (.passing, 9, 256),
            (.passing, 10, 300), (.passing, 1_000, 300), (.throttled, 1, 15), (.throttled, 2, 30),
            (.throttled, 5, 240), (.throttled, 6, 300), (.permanent, 1, 30), (.permanent, 2, 60),
            (.permanent, 4, 240),
            (.permanent, 5, 300), (.permanent, 100, 300),
        ] as [(RefreshFailure, Int, Int64)])
    func `waits any time from a tenth of the longest to the longest`(
        kind: RefreshFailure, failures: Int, longest: Int64
    ) throws {
        #expect(try delay(after: failures, kind, random: 0) == .milliseconds(longest * 100))
        #expect(
            try delay(after: failures, kind, random: UInt64(longest * 900)) == .milliseconds(longest * 1_000))
        var random = SeededRandom(seed: 2)
        let possible = Duration.milliseconds(longest * 100)...(.seconds(longest))
        var sum = Duration.zero
        for _ in 0..<1_000 {
            let delay = try delay(after: failures, kind, random: random.next())
            #expect(possible.contains(delay))
            sum += delay
        }
        // Full jitter: evenly over all that is possible.
        #expect(abs(sum / 1_000 / .seconds(longest) - 0.55) < 0.05)
    }

    /// Kind, what the server wants, and the longest delay in seconds, of a failure long into an outage.
    @Test(
        arguments: [
            (.passing, nil, 60), (.passing, 40, 60), (.passing, 200, 220), (.throttled, nil, 300),
            (.permanent, nil, 300),
        ] as [(RefreshFailure, Int?, Int64)])
    func `a host that refuses requests asks an unreachable server within a minute`(
        kind: RefreshFailure, retryAfter: Int?, longest: Int64
    ) throws {
        for random in [0, UInt64.max, 12_345] {
            var schedule = RefreshSchedule(policy: RefreshPolicy())
            for _ in 0..<20 {
                schedule.failed(kind, retryAfter: retryAfter, at: start.boot, random: random)
            }
            let planned = try #require(schedule.delay(after: start))
            for second in 0..<10 { schedule.demand(at: start.later(by: .seconds(second)).boot) }
            let delay = try #require(schedule.delay(after: start))
            #expect(delay <= .seconds(longest) && delay >= .seconds(retryAfter ?? Int(longest / 10)))
            #expect(kind == .passing || delay == planned)
        }
    }

    @Test func `a request does not lengthen the delay that the operator wants`() throws {
        var policy = RefreshPolicy()
        policy.retryMax = .seconds(2)
        var schedule = RefreshSchedule(policy: policy)
        for _ in 0..<20 { schedule.failed(.passing, retryAfter: nil, at: start.boot, random: .max) }
        schedule.demand(at: start.boot)
        #expect(try #require(schedule.delay(after: start)) <= .seconds(2))
    }

    @Test(arguments: [Duration.zero, .milliseconds(100), .seconds(300), .seconds(Int64.max)])
    func `any policy gives a delay between nothing and its limit`(limit: Duration) throws {
        var policy = RefreshPolicy()
        policy.retryMax = limit
        for failures in [1, 2, 40, 64, 65, 200] {
            let delay = try delay(after: failures, .permanent, random: .max, policy)
            #expect(delay >= .zero && delay <= max(limit, .milliseconds(1)))
        }
    }

    /// The seconds that the server wants, and the seconds that it gets.
    @Test(arguments: [(60, 60), (3_600, 3_600), (3_601, 3_600), (Int.max, 3_600)] as [(Int, Int64)])
    func `never retries before the server allows it, up to a limit`(asked: Int, kept: Int64) throws {
        var random = SeededRandom(seed: 3)
        for _ in 0..<1_000 {
            let delay = try delay(after: 1, retryAfter: asked, random: random.next())
            #expect(delay >= .seconds(kept) && delay <= .seconds(kept) + .milliseconds(kept * 100))
        }
    }

    @Test func `hosts with the same Retry-After do not return together`() throws {
        let delays = try (0..<UInt64(100)).map { try delay(after: 1, retryAfter: 600, random: $0 * 600) }
        #expect(Set(delays).count == 100)
    }

    @Test(arguments: [0, -1, Int.min, 1])
    func `a shorter Retry-After does not shorten the back-off`(asked: Int) throws {
        #expect(try delay(after: 10, retryAfter: asked, random: 0) == .seconds(30))
    }
}
