import TestSupport
import Testing
import Time
import Tokens

/// The order of the events, with at most one fetch at a time.
struct RefreshScheduleTests {
    private var schedule = RefreshSchedule(policy: RefreshPolicy())
    private var lazy: RefreshSchedule

    init() {
        var policy = RefreshPolicy()
        policy.isLazy = true
        lazy = RefreshSchedule(policy: policy)
    }

    private mutating func fail(at now: Moment = start) {
        schedule.failed(.passing, retryAfter: nil, at: now.boot, random: 0)
    }

    @Test mutating func `the schedule causes one fetch until the result arrives`() throws {
        schedule.begin(at: start.boot)
        #expect(schedule.step(at: start.boot) == .fetch)
        for seconds in [0, 1, 1_000_000] {
            let now = start.later(by: .seconds(seconds)).boot
            #expect(schedule.step(at: now) == .rest)
            schedule.demand(at: now)
            #expect(schedule.step(at: now) == .rest)
            #expect(schedule.isFetching)
        }
        fail()
        #expect(!schedule.isFetching)
        let due = try #require(schedule.nextAttempt)
        #expect(schedule.step(at: start.boot) == .wait(until: due))
        #expect(schedule.step(at: due + .nanoseconds(-1)) == .wait(until: due))
        #expect(schedule.step(at: due) == .fetch)
        #expect(schedule.step(at: due) == .rest)
    }

    private enum Outcome: CaseIterable { case token, failure, keptToken }

    private mutating func end(with outcome: Outcome) throws {
        switch outcome {
        case .token: schedule.received(try Parts().credential(), at: start, random: 0)
        case .failure: fail()
        case .keptToken:
            let end = start.wall + 3_600
            #expect(schedule.kept(until: end, over: end, at: start, random: 0) == true)
        }
    }

    /// The exchange under way may rest on what the operator has just put right.
    @Test(arguments: Outcome.allCases)
    private mutating func `a request of the operator during an attempt causes another one after it`(
        outcome: Outcome
    )
        throws
    {
        schedule.begin(at: start.boot)
        _ = schedule.step(at: start.boot)
        let wanted = (0..<3).map { _ in schedule.force(at: start.boot) }
        #expect(wanted == [2, 2, 2])
        #expect(schedule.step(at: start.boot) == .rest)
        #expect(!schedule.isForced && !schedule.hasEnded(2))
        try end(with: outcome)
        #expect(schedule.step(at: start.boot) == .fetch)
        #expect(schedule.isForced && !schedule.hasEnded(2))
        #expect(schedule.force(at: start.boot) == 3)
        try end(with: outcome)
        #expect(schedule.step(at: start.boot) == .fetch)
        #expect(schedule.hasEnded(2) && !schedule.hasEnded(3))
        try end(with: outcome)
        #expect(schedule.hasEnded(3) && !schedule.isForced)
        #expect(schedule.step(at: start.boot) != .fetch)
    }

    @Test mutating func `a stop ends the wait for an attempt`() {
        schedule.force(at: start.boot)
        _ = schedule.step(at: start.boot)
        let wanted = schedule.force(at: start.boot)
        schedule.stop()
        #expect(schedule.hasEnded(wanted))
    }

    @Test mutating func `waits for the time that it planned`() throws {
        schedule.received(try Parts().credential(), at: start, random: 0)
        let due = try #require(schedule.nextAttempt)
        #expect(schedule.step(at: start.boot) == .wait(until: due))
        #expect(schedule.step(at: due) == .fetch)
    }

    @Test mutating func `nothing is fetched before anything is said`() {
        #expect(schedule.step(at: start.boot) == .rest)
        #expect(schedule.nextAttempt == nil)
    }

    @Test mutating func `a request for a longer-lived token makes the fetch come now`() throws {
        schedule.received(try Parts().credential(), at: start, random: 0)
        let now = start.later(by: .seconds(600)).boot
        schedule.demand(at: now)
        #expect(schedule.step(at: now) == .fetch)
    }

    /// Life in seconds, and for how many a token of that life is taken for the best that there is.
    @Test(arguments: [(3_600, 10), (200, 10), (100, 5), (20, 1)] as [(Int64, Int)])
    mutating func `a token that was just fetched is not fetched again at once`(life: Int64, seconds: Int)
        throws
    {
        schedule.received(try Parts(life: life).credential(), at: start, random: 0)
        let planned = schedule.nextAttempt
        let end = start.later(by: .seconds(seconds)).boot
        schedule.demand(at: end + .nanoseconds(-1))
        #expect(schedule.nextAttempt == planned)
        schedule.demand(at: end)
        #expect(schedule.step(at: end) == .fetch)
    }

    @Test mutating func `only the operator hastens a fetch after a failure`() throws {
        schedule.begin(at: start.boot)
        _ = schedule.step(at: start.boot)
        schedule.failed(.permanent, retryAfter: nil, at: start.boot, random: .max)
        let due = schedule.nextAttempt
        schedule.demand(at: start.boot)
        #expect(schedule.nextAttempt == due)
        schedule.force(at: start.boot)
        #expect(schedule.step(at: start.boot) == .fetch)
        #expect(schedule.consecutiveFailures == 1)
    }

    @Test mutating func `a success forgets the failures`() throws {
        for _ in 0..<5 { fail() }
        #expect(schedule.consecutiveFailures == 5)
        schedule.received(try Parts().credential(), at: start, random: 0)
        #expect(schedule.consecutiveFailures == 0)
        fail()
        #expect(schedule.delay(after: start) == .milliseconds(100))
    }

    @Test mutating func `a lazy profile fetches on demand and never by itself`() throws {
        lazy.begin(at: start.boot)
        #expect(lazy.step(at: start.boot) == .rest)
        lazy.demand(at: start.boot)
        #expect(lazy.step(at: start.boot) == .fetch)
        lazy.received(try Parts().credential(), at: start, random: 0)
        let end = start.later(by: .seconds(3_600)).boot
        #expect(lazy.step(at: end) == .rest)
        lazy.demand(at: end)
        #expect(lazy.step(at: end) == .fetch)
    }

    @Test mutating func `a lazy profile retries after a failure, because a request waits`() throws {
        lazy.begin(at: start.boot)
        lazy.demand(at: start.boot)
        _ = lazy.step(at: start.boot)
        lazy.failed(.passing, retryAfter: nil, at: start.boot, random: 0)
        #expect(lazy.step(at: start.boot + .seconds(1)) == .fetch)
    }

    @Test mutating func `a stopped schedule starts again on demand`() throws {
        for _ in 0..<9 { fail() }
        schedule.stop()
        #expect(schedule.step(at: start.later(by: .seconds(1_000_000)).boot) == .rest)
        schedule.demand(at: start.boot)
        #expect(schedule.step(at: start.boot) == .fetch)
    }

    @Test mutating func `a schedule that was stopped with a new token can fetch another at once`() throws {
        schedule.received(try Parts().credential(), at: start, random: 0)
        schedule.stop()
        schedule.demand(at: start.boot)
        #expect(schedule.step(at: start.boot) == .fetch)
    }
}
