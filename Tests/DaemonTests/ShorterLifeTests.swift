import API
import Bytes
import Metrics
import TestSupport
import Testing
import Time
import Tokens

@testable import Callers
@testable import Daemon
@testable import Keeping
@testable import Records
@testable import Serving

/// An AppServer whose tokens live shorter than they did.
struct ShorterLifeTests {
    /// Every host of a fleet counted failures for hours when the AppServer's tokens became shorter.
    @Test func `a token that ends sooner is not taken by itself, and is no failure`() throws {
        let house = try House()
        var now: Moment { house.context.clock.now() }
        let profile = try house.fetchingProfile()
        try profile.start()
        try house.fetch().answerWithToken("long", life: 43_200)
        try house.settle()
        profile.schedule.demand(at: now.boot + .seconds(60))
        house.context.clock.ahead = 60
        profile.proceed()
        try house.fetch().answerWithToken("short", life: 3_600)
        try house.settle()
        #expect(profile.credential?.generation == 1 && profile.state(at: now) == .fresh)
        #expect(profile.failing == nil && profile.tally.value.passing == 0)
        #expect(profile.schedule.consecutiveFailures == 0 && profile.tally.value.refreshes == 1)
        let planned = try #require(profile.schedule.nextAttempt)
        #expect(planned - now.boot > .seconds(3_600) && planned - now.boot < .seconds(43_200))
        profile.refreshNow(at: now)
        try house.fetch().answerWithToken("short", life: 3_600)
        try house.settle()
        #expect(profile.credential?.generation == 2 && profile.tally.value.refreshes == 2)
    }
}
