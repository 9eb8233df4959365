import TestSupport
import Testing
import Time

@testable import Tokens

/// When a token is renewed.
struct RefreshPlanTests {
    /// Life and policy, and between which ages the token may be renewed, in seconds.
    struct Case: CustomTestStringConvertible {
        var life: Int64
        var at = RefreshPolicy.Moment.permilleOfLife(500)
        var jitter = 100
        var margin = 300
        let ages: ClosedRange<Double>

        var testDescription: String { "\(life) s, \(at), ±\(jitter)‰, margin \(margin) s: \(ages)" }

        var policy: RefreshPolicy {
            var policy = RefreshPolicy()
            policy.refreshAt = at
            policy.jitterPermille = jitter
            policy.minRemaining = .seconds(margin)
            return policy
        }
    }

    static let cases = [
        // Half of the life, a tenth more or less.
        Case(life: 3_600, ages: 1_620...1_980),
        Case(life: 900, ages: 405...495),
        Case(life: 43_200, ages: 19_440...23_760),
        Case(life: 3_600, jitter: 0, ages: 1_800...1_800),
        Case(life: 3_600, jitter: 500, ages: 900...2_700),
        // Never later than the margin before the end, and then earlier rather than all at the same moment.
        Case(life: 3_600, at: .permilleOfLife(990), ages: 2_970...3_300),
        Case(life: 3_600, at: .permilleOfLife(900), ages: 2_916...3_300),
        Case(life: 601, ages: 270.45...301),
        Case(life: 3_600, margin: 0, ages: 1_620...1_980),
        // Shorter than twice the margin: half of the life.
        Case(life: 600, ages: 270...300),
        Case(life: 300, ages: 135...150),
        Case(life: 60, ages: 27...30),
        Case(life: 3_600, margin: 86_400, ages: 1_620...1_800),
        // Counted from the end.
        Case(life: 3_600, at: .beforeEnd(.seconds(1_200)), ages: 2_160...2_640),
        Case(life: 3_600, at: .beforeEnd(.seconds(60)), ages: 2_970...3_300),
        Case(life: 3_600, at: .beforeEnd(.milliseconds(1)), margin: 0, ages: 3_239.999...3_600),
        // A time before the end that the life does not have.
        Case(life: 3_600, at: .beforeEnd(.seconds(3_599)), ages: 324...396),
        Case(life: 3_600, at: .beforeEnd(.seconds(86_400)), ages: 324...396),
        // A token that claims a life of more than a week is refreshed as if it lived for a week.
        Case(life: 604_800, ages: 272_160...332_640),
        Case(life: 200_000_000_000, ages: 272_160...332_640),
        // Not even the shortest lives make one fetch follow the other.
        Case(life: 2, ages: 1...1),
        Case(life: 1, ages: 1...1),
        Case(life: 0, ages: 1...1),
        Case(life: -5, ages: 1...1),
        Case(life: 10, at: .permilleOfLife(10), ages: 1...1),
    ]

    @Test(arguments: cases)
    func `a token is renewed between these ages`(given: Case) throws {
        var random = SeededRandom(seed: 1)
        var ages: [Double] = []
        for _ in 0..<2_000 {
            var schedule = try RefreshSchedule.settled(given.policy)
            schedule.received(
                try Self.credential(living: given.life), at: start,
                random: UInt64.random(in: 0 ... .max, using: &random))
            ages.append(try #require(schedule.delay(after: start)) / .seconds(1))
        }
        let (first, last) = (ages.min() ?? 0, ages.max() ?? 0)
        let width = given.ages.upperBound - given.ages.lowerBound
        #expect(first >= given.ages.lowerBound && first <= given.ages.lowerBound + width / 50)
        #expect(last <= given.ages.upperBound && last >= given.ages.upperBound - width / 50)
    }

    /// Made without `check`, as one from an old cache would be.
    private static func credential(living life: Int64) throws -> Credential {
        var parts = Parts()
        parts.life = life
        return try parts.credential()
    }

    @Test(arguments: [0, 1, UInt64.max, UInt64.max / 2])
    func `any random number will do`(random: UInt64) throws {
        for life: Int64 in [0, 1, 2, 599, 600, 601, 3_600] {
            var schedule = try RefreshSchedule.settled()
            schedule.received(try Self.credential(living: life), at: start, random: random)
            let delay = try #require(schedule.delay(after: start))
            #expect(delay >= .seconds(1) && delay <= max(.seconds(1), .seconds(life)))
        }
    }

    @Test func `an older token is refreshed at the same age, not at half of its remaining life`()
        throws
    {
        var schedule = try RefreshSchedule.settled()
        schedule.received(try Parts().credential(), at: start.later(by: .seconds(1_600)), random: 0)
        #expect(schedule.nextAttempt == start.boot + .seconds(1_620))
    }

    @Test(arguments: [1_981, 3_599, 3_600, 100_000])
    func `a token that is past that age is renewed in a second`(age: Int) throws {
        var schedule = try RefreshSchedule.settled()
        let now = start.later(by: .seconds(age))
        schedule.received(try Parts().credential(), at: now, random: .max)
        #expect(schedule.delay(after: now) == .seconds(1))
    }

    @Test func `a token from the future, after the clock was set back, counts as new`() throws {
        var schedule = try RefreshSchedule.settled()
        let fetched = start.later(by: .seconds(7_200))
        schedule.received(try Parts().credential(at: fetched), at: start, random: 0)
        #expect(schedule.delay(after: start) == .seconds(1_620))
    }

    @Test func `a key without expiration is not refreshed`() throws {
        var schedule = try RefreshSchedule.settled()
        schedule.received(try Parts(life: nil).credential(), at: start, random: 0)
        #expect(schedule.nextAttempt == nil)
        #expect(schedule.step(at: start.later(by: .seconds(1_000_000)).boot) == .rest)
    }

    @Test func `clocks at their limits stop nothing`() throws {
        for wall: Int64 in [.min, .max] {
            for boot: Int64 in [.min, .max] {
                let now = Moment(
                    wall: Timestamp(secondsSince1970: wall), boot: Instant(nanosecondsSinceBoot: boot))
                var schedule = try RefreshSchedule.settled()
                schedule.received(try Parts().credential(), at: now, random: .max)
                #expect(schedule.nextAttempt != nil)
                #expect(schedule.nextAttempt ?? now.boot >= now.boot)
            }
        }
    }
}

/// The boot clock goes on while the machine sleeps, and the wall clock is right again afterwards.
struct SleepTests {
    @Test func `after eight hours asleep the dead token is not lent, and the fetch is due at once`() throws {
        let credential = try Parts().credential()
        var schedule = try RefreshSchedule.settled()
        let woken = start.later(by: .seconds(8 * 3_600))
        #expect(!credential.lives(0, from: woken.wall))
        #expect(schedule.step(at: woken.boot) == .fetch)
    }
}
