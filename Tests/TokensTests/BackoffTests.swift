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
