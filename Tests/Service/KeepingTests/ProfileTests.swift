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

/// Profiles on a real loop, with a helper that answers as each test wants.
struct ProfileTests {
    private let keeping: KeepingFixture
    private let settled = Counter()

    init() throws {
        keeping = try KeepingFixture()
        let settled = settled
        keeping.observer.whenSettled = { _ in settled.value += 1 }
    }

    private final class Counter { var value = 0 }

    private var now: Moment { keeping.context.clock.now() }

    private func startedProfile() throws -> RenewedToken {
        let profile = try keeping.fetchingProfile()
        try profile.start()
        return profile
    }

    private func fetch() throws -> PendingFetch { try keeping.fetch() }

    @Test func `a profile fetches once for all requests, and keeps the token`() throws {
        let profile = try startedProfile()
        for _ in 0..<100 { #expect(profile.demand(living: 0, at: now, within: .seconds(10))) }
        let fetch = try fetch()
        #expect(try !keeping.beganFetch())
        #expect(try !keeping.isLockFree())
        try fetch.answerWithToken()
        try keeping.settle()
        #expect(profile.credential?.generation == 1)
        #expect(profile.progress.fetch == nil && settled.value == 1)
        #expect(try eventually { try keeping.isLockFree() })
        let cached = try TokenCache(directory: keeping.cacheDirectory).load(profile.owner)
        guard case .credential(let credential) = cached else { throw NoFetch() }
        #expect(credential.secret.withBytes { $0.equals("secret-new") })
    }

    @Test func `a key from files is there for the first request`() throws {
        let (id, secret) = (try keeping.write("id", to: "id"), try keeping.write("secret", to: "secret"))
        let profile = try keeping.profile(
            "Source=static\nAccessKeyIDFile=\(id)\nAccessKeySecretFile=\(secret)\nLazy=yes")
        try profile.start()
        #expect(profile.credential == nil)
        #expect(profile.demand(living: 0, at: now, within: .seconds(10)))
        #expect(profile.credential(living: 0, at: now) != nil)
    }

    /// Answers of a helper, and how serious each is taken, by the time until the next attempt.
    @Test(arguments: [
        ("", 500), ("not json", 200), ("{}", 200),
        ("{\"StatusCode\":500,\"ErrorCode\":\"AccessDenied\"}", 200),
        (
            "{\"StatusCode\":\"200\",\"AccessKeyId\":\"\",\"AccessKeySecret\":\"\",\"SecurityToken\":\"\"}",
            200
        ), ("", 429),
    ])
    func `a failure keeps the old token and is followed by another attempt`(body: String, status: Int) throws
    {
        let profile = try startedProfile()
        try fetch().answerWithToken("old")
        try keeping.settle()
        profile.refreshNow(at: now)
        try fetch().answer(body, status: status)
        try keeping.settle()
        #expect(profile.credential?.generation == 1)
        #expect(profile.failing != nil && profile.schedule.consecutiveFailures == 1)
        #expect(
            profile.tally.value.passing + profile.tally.value.throttled + profile.tally.value.permanent == 1)
        #expect(profile.schedule.nextAttempt != nil && profile.progress.fetch == nil)
        #expect(try eventually { try keeping.isLockFree() })
        profile.refreshNow(at: now)
        try fetch().answerWithToken("newer", life: 7_200)
        try keeping.settle()
        #expect(profile.credential?.generation == 2 && profile.failing == nil)
        #expect(profile.tally.value.refreshes == 2)
    }

    @Test func `a helper that dies is a failure like others`() throws {
        let profile = try startedProfile()
        _ = try fetch()
        #expect(
            try keeping.loop.reaches {
                profile.failing?.lastError == "http://127.0.0.1:1/: the fetch helper ended without an answer"
            })
        #expect(profile.schedule.nextAttempt != nil && profile.progress.fetch == nil)
    }

    @Test func `a helper that talks on is not listened to`() throws {
        let profile = try startedProfile()
        let fetch = try fetch()
        try fetch.answer("{}")
        _ = try fetch.socket.send("more".utf8Span.span)
        try keeping.settle()
        #expect(profile.credential == nil && profile.schedule.consecutiveFailures == 1)
    }

    @Test func `a fetch in progress does not bring a forgotten token back`() throws {
        let profile = try startedProfile()
        try fetch().answerWithToken("old")
        try keeping.settle()
        profile.refreshNow(at: now)
        let late = try fetch()
        let before = settled.value
        profile.forget()
        #expect(settled.value == before + 1)
        try? late.answerWithToken("late")
        try keeping.settle()
        #expect(profile.credential == nil && profile.state(at: now) == .never)
        #expect(profile.report(at: now).forgottenAt != nil)
        #expect(
            profile.lack(at: now).detail.hasPrefix("the token of profile test was forgotten "))
        #expect(try eventually { try keeping.isLockFree() })
        #expect(profile.demand(living: 0, at: now, within: .seconds(10)))
        try fetch().answerWithToken("next")
        try keeping.settle()
        #expect(profile.credential?.generation == 2)
        #expect(profile.report(at: now).forgottenAt == nil)
    }

    @Test func `the next process starts with the token of this one, and asks no server`() throws {
        let first = try startedProfile()
        try fetch().answerWithToken()
        try keeping.settle()
        first.stop()
        let second = try startedProfile()
        #expect(second.credential?.generation == 1)
        #expect(try !keeping.beganFetch())
    }

    @Test func `two processes with one cache fetch once`() throws {
        let first = try startedProfile()
        let second = try startedProfile()
        let fetch = try fetch()
        #expect(try !keeping.beganFetch())
        try fetch.answerWithToken()
        #expect(try keeping.loop.reaches { second.credential != nil })
        #expect(try !keeping.beganFetch())
        #expect(first.credential?.generation == 1 && second.credential?.generation == 1)
    }

    @Test func `a token that is set by hand survives a restart without holding the lock`() throws {
        let received = try ReceivedCredential(
            keyID: "key".utf8Span.span, secret: "secret".utf8Span.span, securityToken: "token".utf8Span.span,
            expiration: now.wall + 3_600)
        let first = try keeping.profile("Source=manual")
        try first.start()
        first.replace(with: received, at: now)
        let second = try keeping.profile("Source=manual")
        try second.start()
        try keeping.settle()
        #expect(second.credential?.generation == 1 && second.schedule.nextAttempt == nil)
        #expect(try eventually { try keeping.isLockFree() })
    }

    @Test func `files of a key are read again when the operator wants it`() throws {
        let key = try keeping.write("LTAI\n", to: "key")
        let secret = try keeping.write("typo", to: "secret")
        let profile = try keeping.profile(
            "Source=static\nAccessKeyIDFile=\(key)\nAccessKeySecretFile=\(secret)")
        try profile.start()
        #expect(profile.credential?.generation == 1 && profile.credential?.expiration == nil)
        _ = try keeping.write("right\n", to: "secret")
        profile.refreshNow(at: now)
        #expect(profile.credential?.secret.withBytes { $0.equals("right") } == true)
        #expect(profile.credential?.generation == 2 && profile.failing == nil)
        keeping.context.cacheWriter.finish(within: patience)
        #expect(try File.names(in: keeping.cacheDirectory).filter { $0.hasSuffix(".token") } == [])
    }

    @Test func `generations go on counting when the source changes`() throws {
        let first = try startedProfile()
        try fetch().answerWithToken()
        try keeping.settle()
        first.stop()
        let moved = try keeping.profile("Source=appserver\nURL=http://127.0.0.1:2/")
        moved.inherit(from: first)
        try moved.start()
        #expect(moved.credential?.generation == 1)
        try fetch().answerWithToken("other")
        try keeping.settle()
        #expect(moved.credential?.generation == 2)
    }
}
