import API
import Bytes
import EventLoop
import KeepingSupport
import Kernel
import Metrics
import Records
import Settings
import TestSupport
import Testing
import Time
import Tokens

@testable import Keeping

/// Servers that hand out one token for all of its life, and tokens that were here before.
struct SameTokenTests {
    private let keeping: KeepingFixture
    private let profile: RenewedToken
    private let end: Timestamp

    init() throws {
        keeping = try KeepingFixture()
        profile = try keeping.fetchingProfile()
        end = keeping.context.clock.now().wall + 3_600
    }

    private var now: Moment { keeping.context.clock.now() }

    private func start() throws {
        try profile.start()
        try keeping.fetch().answerWithToken("same", until: end)
        try keeping.settle()
    }

    private func refresh(_ profile: RenewedToken? = nil, _ name: String = "same", until end: Timestamp? = nil)
        throws
    {
        (profile ?? self.profile).refreshNow(at: now)
        try keeping.fetch().answerWithToken(name, until: end ?? self.end)
        try keeping.settle()
    }

    @Test func `the same token again is no rotation, and no new token in the counts`() throws {
        let published = keeping.publishedEvents()
        try start()
        for _ in 0..<3 { try refresh() }
        #expect(published.rotations(of: "test") == [1] && profile.tally.value.refreshes == 1)
        #expect(profile.failing == nil && profile.credential?.generation == 1)
        try refresh(nil, "other", until: end + 60)
        #expect(published.rotations(of: "test") == [1, 2] && profile.tally.value.refreshes == 2)
    }

    @Test func `the log tells the same token from a new one`() throws {
        try start()
        let token = try #require(profile.credential)
        func message(again: Bool) -> String {
            LogRecord.tokenReceived(token, of: "test", again: again).message
        }
        #expect(message(again: false) == "new token, generation 1, until \(end)")
        #expect(message(again: true) == "the same token again, generation 1, until \(end)")
    }

    /// A program that is restarted for each new token must not be for this one.
    @Test func `no file is written for the same token`() throws {
        let path = keeping.directory.appending("sink")
        let settings = try keeping.settings(
            "[Profile test]\nSource=manual\nEndpoint=https://oss-cn-hangzhou.aliyuncs.com\n"
                + "[Sink s]\nProfile=test\nFormat=json\nPath=\(path)\n")
        let sink = Sink(settings.sinks[0])
        func isWritten() throws -> Bool {
            if case .written = try sink.keepFresh(with: profile, at: now.wall) { true } else { false }
        }
        try start()
        #expect(try isWritten())
        try refresh()
        #expect(try !isWritten())
        try refresh(nil, "other", until: end + 60)
        #expect(try isWritten())
    }

    /// Half of what is left is the time until the next question, as of a token that lives so long.
    @Test func `the same token is asked about again when half of what it has left is over`() throws {
        try start()
        keeping.context.clock.ahead = 1_800
        try refresh()
        let planned = try #require(profile.schedule.nextAttempt) - now.boot
        #expect(planned > .seconds(700) && planned < .seconds(1_100))
        #expect(!profile.demand(living: 3_000, at: now, within: .zero) && !profile.schedule.isFetching)
    }

    @Test func `a token that another process fetched once more is no rotation either`() throws {
        try start()
        let neighbour = try keeping.fetchingProfile()
        try neighbour.start()
        #expect(neighbour.credential?.generation == 1)
        keeping.context.clock.ahead = 60
        try refresh()
        let published = keeping.publishedEvents()
        #expect(try eventually { try keeping.isLockFree() })
        neighbour.refreshNow(at: now)
        try keeping.settle()
        #expect(neighbour.credential?.fetchedAt == profile.credential?.fetchedAt)
        #expect(published.rotations(of: "test") == [])
    }

    @Test(arguments: [(3_600, [1], 0), (-1, [], 1)] as [(Int64, [Int], Int)])
    func `a token from the cache is a rotation only while it lives`(
        life: Int64, rotations: [Int], expirations: Int
    ) throws {
        let fetched = now.wall + -7_200
        let received = try ReceivedCredential(
            keyID: "STS.old".utf8Span.span, secret: "s".utf8Span.span, securityToken: "t".utf8Span.span,
            expiration: now.wall + life)
        try keeping.context.cache.store(
            Credential(received, generation: 1, fetchedAt: fetched, from: profile.owner.source),
            of: profile.owner)
        let published = keeping.publishedEvents()
        try profile.start()
        #expect(profile.credential?.generation == 1)
        try keeping.settle()
        #expect(published.rotations(of: "test") == rotations)
        #expect(
            published.events.count { if case .expired(1) = $0.kind { true } else { false } } == expirations)
    }
}
