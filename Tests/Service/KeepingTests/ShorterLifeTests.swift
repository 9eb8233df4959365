import API
import Bytes
import KeepingSupport
import Metrics
import Records
import TestSupport
import Testing
import Time
import Tokens

@testable import Keeping

/// An AppServer whose tokens live shorter than they did.
struct ShorterLifeTests {
    /// Every host of a fleet counted failures for hours when the AppServer's tokens became shorter.
    @Test func `a token that ends sooner is not taken by itself, and is no failure`() throws {
        let keeping = try KeepingFixture()
        var now: Moment { keeping.context.clock.now() }
        let profile = try keeping.fetchingProfile()
        try profile.start()
        try keeping.fetch().answerWithToken("long", life: 43_200)
        try keeping.settle()
        profile.schedule.demand(at: now.boot + .seconds(60))
        keeping.context.clock.ahead = 60
        profile.proceed()
        try keeping.fetch().answerWithToken("short", life: 3_600)
        try keeping.settle()
        #expect(profile.credential?.generation == 1 && profile.state(at: now) == .fresh)
        #expect(profile.failing == nil && profile.tally.value.passing == 0)
        #expect(profile.schedule.consecutiveFailures == 0 && profile.tally.value.refreshes == 1)
        let planned = try #require(profile.schedule.nextAttempt)
        #expect(planned - now.boot > .seconds(3_600) && planned - now.boot < .seconds(43_200))
        profile.refreshNow(at: now)
        try keeping.fetch().answerWithToken("short", life: 3_600)
        try keeping.settle()
        #expect(profile.credential?.generation == 2 && profile.tally.value.refreshes == 2)
    }
}
