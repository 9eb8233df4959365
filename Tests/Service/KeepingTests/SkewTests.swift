import API
import KeepingSupport
import Records
import TestSupport
import Testing
import Time
import Tokens

@testable import Keeping

/// Tokens are judged by the clock of those who issue them.
struct SkewTests {
    private let keeping: KeepingFixture
    private let profile: RenewedToken
    private let start: Instant

    init() throws {
        keeping = try KeepingFixture()
        profile = try keeping.fetchingProfile()
        start = keeping.context.clock.now().boot
        try profile.start()
    }

    private var now: Moment { keeping.context.clock.now() }

    /// By seconds, because the clocks run while we look, and between question and answer.
    private func skew(is seconds: Int64) -> Bool {
        abs(profile.time(at: now) - now.wall - seconds) <= 2 + (now.boot - start).wholeSeconds
    }

    private func answer(life: Int64, skew: Int64) throws {
        try keeping.fetch().answerWithToken(life: life, date: now.wall + skew)
        try keeping.settle()
    }

    @Test func `a token that is over by our clock lives when the server's is two hours behind`() throws {
        try answer(life: -3_600, skew: -7_200)
        #expect(skew(is: -7_200))
        #expect(profile.state(at: now) == .fresh)
        #expect(profile.credential(living: 3_500, at: now) != nil)
        #expect(profile.credential(living: 3_700, at: now) == nil)
    }

    @Test func `a token that lives by our clock is dead when the server's is two hours ahead`() throws {
        try answer(life: 3_600, skew: 7_200)
        #expect(profile.credential == nil)
        #expect(profile.failing?.lastError.contains("expired") == true)
        #expect(skew(is: 0))
    }

    @Test func `an absurd clock is not believed`() throws {
        try answer(life: 3_600, skew: -400_000)
        #expect(skew(is: 0))
        #expect(profile.state(at: now) == .fresh)
    }

    /// One such page moved the signatures of a host by hours.
    @Test(arguments: [(500, "<html>"), (403, "{}"), (200, "{}")])
    func `only an answer that brings a token is believed the time`(status: Int, body: String) throws {
        try answer(life: 3_600, skew: 1_000)
        profile.refreshNow(at: now)
        try keeping.fetch().answer(body, status: status, date: now.wall + -17_100)
        try keeping.settle()
        #expect(skew(is: 1_000))
        profile.refreshNow(at: now)
        try keeping.fetch().answerWithToken("newest", life: 7_200)
        try keeping.settle()
        #expect(skew(is: 1_000) && profile.credential?.generation == 2)
    }

    /// A host whose clock is wrong would never get its first token: STS judges the time of the question.
    @Test func `a request to STS is signed at the time of its last refusal`() throws {
        let keeping = try KeepingFixture()
        let role = try keeping.profile(
            "Source=assume-role-oidc\nRoleArn=acs:ram::1:role/r\nOIDCProviderArn=acs:ram::1:oidc-provider/p\n"
                + "TokenFile=/t\nSTSEndpoint=sts.cn-beijing.aliyuncs.com")
        try role.start()
        try keeping.fetch().answer("{}", status: 400, date: now.wall + -7_200)
        try keeping.settle()
        role.refreshNow(at: now)
        let question = try keeping.fetch().question()
        let written = try #require(question.firstMatch(of: /Timestamp=([0-9T%AZ-]+)/)?.1)
        let read = Timestamp(rfc3339: written.replacing("%3A", with: ":").utf8Span.span)
        #expect(abs(try #require(read) - now.wall + 7_200) <= 5 + (now.boot - start).wholeSeconds)
        #expect(role.time(at: now) - now.wall == 0)
    }

    /// Else all that is signed until the next token would be refused.
    @Test func `a profile that a reload changed goes by the same clock, as long as it has the same token`()
        throws
    {
        try answer(life: 3_600, skew: -7_200)
        let changed = try keeping.profile("Source=appserver\nURL=http://127.0.0.1:1/\nBucket=other")
        changed.inherit(from: profile)
        #expect(abs(changed.time(at: now) - now.wall + 7_200) <= 2 + (now.boot - start).wholeSeconds)
        try changed.start()
        #expect(changed.state(at: now) == .fresh)
        // By our clock the token would be over, and there would be no time to wait.
        #expect(try #require(changed.schedule.nextAttempt) > now.boot + .seconds(1))
        let elsewhere = try keeping.profile("Source=credentials-uri\nURL=http://127.0.0.1:1/")
        elsewhere.inherit(from: profile)
        #expect(elsewhere.time(at: now) == now.wall && elsewhere.credential == nil)
    }

    @Test(arguments: [
        "manual", "process\nCommand=/bin/true", "static\nAccessKeyIDFile=/i\nAccessKeySecretFile=/s",
    ])
    func `a source without a server uses the time that another profile learned`(source: String) throws {
        let other = try keeping.profile("Source=\(source)")
        let table = ProfileTable([other, profile], default: nil)
        keeping.observer.whenTimeLearned = { table.shareTime(at: keeping.context.clock.now()) }
        defer { keeping.observer.whenTimeLearned = {} }
        try answer(life: 3_600, skew: -1_200)
        #expect(skew(is: -1_200))
        let later = now
        #expect(other.time(at: later) == profile.time(at: later))
        profile.refreshNow(at: now)
        try answer(life: 7_200, skew: 0)
        let last = now
        #expect(profile.time(at: last) == last.wall && other.time(at: last) == last.wall)
    }

    @Test func `a server with a wrong clock moves no other profile while another server is right`() throws {
        let (manual, right) = (try keeping.profile("Source=manual"), try keeping.fetchingProfile())
        right.skew.learn(now.wall, asked: now, answered: now)
        let table = ProfileTable([profile, manual, right], default: nil)
        try answer(life: 10_800, skew: 7_200)
        let later = now
        table.shareTime(at: later)
        #expect(skew(is: 7_200))
        #expect(manual.time(at: later) == later.wall && right.time(at: later) == later.wall)
    }

    @Test func `after the wall clock was set the plan is made anew`() throws {
        try answer(life: 3_600, skew: 0)
        // The first delay may be as short as it likes, so that hosts started together part; the second is half a life.
        profile.refreshNow(at: now)
        try answer(life: 3_600, skew: 0)
        let planned = try #require(profile.schedule.nextAttempt)
        #expect(planned - now.boot > .seconds(60))
        // As if the wall clock had leapt an hour ahead.
        profile.skew.learn(now.wall + 3_500, asked: now, answered: now)
        profile.replan()
        try answer(life: 3_600, skew: 0)
        #expect(skew(is: 0))
    }

    /// A step of one clock moves the other by nothing, and only an answer tells which of them is right.
    @Test(arguments: [-86_400, -3_600, 3_600] as [Int64])
    func `a wall clock that is set does not move the signatures of a right one`(step: Int64) throws {
        try answer(life: 7_200, skew: 0)
        let before = profile.time(at: now)
        keeping.context.clock.step = step
        #expect(abs(profile.time(at: now) - before) <= 2 + (now.boot - start).wholeSeconds)
        #expect(profile.credential(living: 0, at: now) != nil)
        #expect(abs(profile.report(at: now).clockSkewSeconds + Int(step)) <= 1)
        profile.replan()
        try keeping.fetch().answerWithToken(life: 7_200, date: now.wall)
        try keeping.settle()
        #expect(profile.time(at: now) == now.wall)
    }
}
