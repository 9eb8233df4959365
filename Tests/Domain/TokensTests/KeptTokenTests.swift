import TestSupport
import Testing
import Time
import Tokens

/// The plan after the arrival of a valid token that expires before the present one.
struct KeptTokenTests {
    private static func schedule(_ policy: RefreshPolicy = RefreshPolicy()) -> RefreshSchedule {
        var schedule = RefreshSchedule(policy: policy)
        schedule.begin(at: start.boot)
        _ = schedule.step(at: start.boot)
        return schedule
    }

    /// Seconds that the present token has left, those that the offered one has, and the longest wait; `nil`: a failure.
    @Test(
        arguments: [
            (21_600, 3_600, 10_800), (5_400, 3_600, 2_700), (600, 300, 300), (480, 400, 180), (302, 300, 2),
            (300, 299, nil), (60, 30, nil), (1, 0, nil),
        ] as [(Int64, Int64, Int64?)])
    func `the next request follows at half of the remaining life, while five minutes are left`(
        left: Int64, offered: Int64, longest: Int64?
    ) throws {
        var random = SeededRandom(seed: 7)
        for _ in 0..<100 {
            var schedule = Self.schedule()
            let isKept = schedule.kept(
                until: start.wall + left, over: start.wall + offered, at: start, random: random.next())
            #expect(isKept == (longest != nil))
            guard let longest else { continue }
            let delay = try #require(schedule.delay(after: start))
            #expect(delay <= .seconds(longest) && delay >= .milliseconds(longest * 900))
            #expect(schedule.consecutiveFailures == 0 && !schedule.isFetching)
        }
    }

    @Test func `hosts that were offered the same do not ask again together`() throws {
        var random = SeededRandom(seed: 8)
        var delays: Set<Duration> = []
        for _ in 0..<100 {
            var schedule = Self.schedule()
            _ = schedule.kept(
                until: start.wall + 21_600, over: start.wall + 3_600, at: start, random: random.next())
            delays.insert(try #require(schedule.delay(after: start)))
        }
        let soonest = try #require(delays.min())
        #expect(delays.count > 50 && soonest < .seconds(10_000))
    }

    @Test func `failures before a kept token are forgotten`() {
        var schedule = Self.schedule()
        for _ in 0..<5 { schedule.failed(.passing, retryAfter: nil, at: start.boot, random: 0) }
        #expect(
            schedule.kept(until: start.wall + 21_600, over: start.wall + 3_600, at: start, random: 0) == true)
        #expect(schedule.consecutiveFailures == 0)
    }

    /// As an AppServer does whose tokens lived for 12 hours and live for one now.
    @Test(arguments: [(43_200, 3_600), (43_200, 900), (86_400, 1_800)] as [(Int64, Int64)])
    func `shorter lives need a few questions until they are taken`(life: Int64, newLife: Int64) throws {
        let end = start.wall + life
        var now = start.later(by: .seconds(life / 2))
        var schedule = Self.schedule()
        var questions = 1
        while now.wall + newLife < end, questions < 100 {
            #expect(schedule.kept(until: end, over: now.wall + newLife, at: now, random: 0) == true)
            let due = try #require(schedule.nextAttempt)
            now = now.later(by: due - now.boot)
            #expect(schedule.step(at: now.boot) == .fetch)
            questions += 1
        }
        #expect(questions <= 7 && end - now.wall >= 300)
    }

    /// Readers of files find a token too old long before it ends.
    @Test func `the margins of the operator are kept, as far as such tokens can`() throws {
        var policy = RefreshPolicy()
        policy.readersMargin = .seconds(1_200)
        var schedule = Self.schedule(policy)
        #expect(
            schedule.kept(until: start.wall + 1_800, over: start.wall + 1_700, at: start, random: 0) == true)
        #expect(try #require(schedule.delay(after: start)) <= .seconds(1_800 - 850))
        schedule = Self.schedule(policy)
        #expect(
            schedule.kept(until: start.wall + 2_000, over: start.wall + 10_000, at: start, random: 0) == true)
        #expect(try #require(schedule.delay(after: start)) <= .seconds(800))
    }

    @Test func `only the operator makes the fetch come sooner, not a request for a longer-lived token`()
        throws
    {
        var schedule = Self.schedule()
        #expect(
            schedule.kept(until: start.wall + 21_600, over: start.wall + 3_600, at: start, random: 0) == true)
        let due = schedule.nextAttempt
        schedule.demand(at: start.boot + .seconds(60))
        #expect(schedule.nextAttempt == due && !schedule.isForced)
        schedule.force(at: start.boot + .seconds(60))
        #expect(schedule.step(at: start.boot + .seconds(60)) == .fetch)
        #expect(schedule.isForced)
    }

    @Test func `the operator's request ends with the result of its attempt`() throws {
        var schedule = RefreshSchedule(policy: RefreshPolicy())
        schedule.force(at: start.boot)
        #expect(schedule.isForced)
        schedule.failed(.passing, retryAfter: nil, at: start.boot, random: 0)
        #expect(!schedule.isForced)
        schedule.force(at: start.boot)
        schedule.received(try Parts().credential(), at: start, random: 0)
        #expect(!schedule.isForced)
    }

    @Test func `a lazy profile rests`() {
        var policy = RefreshPolicy()
        policy.isLazy = true
        var schedule = RefreshSchedule(policy: policy)
        schedule.demand(at: start.boot)
        _ = schedule.step(at: start.boot)
        #expect(
            schedule.kept(until: start.wall + 3_600, over: start.wall + 600, at: start, random: 0) == true)
        #expect(schedule.nextAttempt == nil && !schedule.isFetching)
        schedule.demand(at: start.boot + .seconds(60))
        #expect(schedule.step(at: start.boot + .seconds(60)) == .rest)
    }
}
