import API
import Bytes
import EventLoop
import KeepingSupport
import Kernel
import Records
import Settings
import TestSupport
import Testing
import Time
import Tokens

@testable import Keeping

/// Which credential is handed out, and who waits for a better one.
struct HandoutTests {
    private let keeping: KeepingFixture

    init() throws {
        keeping = try KeepingFixture()
    }

    private var now: Moment { keeping.context.clock.now() }

    /// A profile that is content with its token until shortly before its end, and got one of this life so long ago.
    private func profile(life: Int64, aged age: Int64, _ keys: String = "") throws -> RenewedToken {
        let profile = try keeping.profile(
            "Source=appserver\nURL=http://127.0.0.1:1/\nRefreshAt=1s\nMinRemaining=1s\n\(keys)"
        )
        try profile.start()
        let fetch = try fetch()
        try fetch.answerWithToken("first", life: life)
        try keeping.settle()
        profile.credential = Credential(
            try ReceivedCredential(
                keyID: "STS.first".utf8Span.span, secret: "secret-first".utf8Span.span,
                securityToken: "token-first".utf8Span.span, expiration: now.wall + (life - age)),
            generation: 1, fetchedAt: now.wall + -age)
        // Nothing knows of a token that came just now.
        profile.schedule.stop()
        try keeping.context.cache.remove(profile.owner)
        return profile
    }

    private func fetch() throws -> PendingFetch { try keeping.fetch() }

    private func handout(_ profile: RenewedToken, minValid: Int = 0, after hasWaited: Bool = false) throws
        -> String
    {
        switch try profile.handout(
            living: minValid, afterWaiting: hasWaited, at: now,
            within: HandoutPatience(.seconds(10), behind: .api))
        {
        case .credential(let credential): credential.secret.withBytes { String(copying: $0) }
        case .wait(let end): end - now.boot > .seconds(2) ? "waits" : "waits shortly"
        }
    }

    @Test func `a caller that wants a longer life is told how long the present token lives`() throws {
        let profile = try profile(life: 3_600, aged: 600)
        let refusal = #expect(throws: Problem.self) { try handout(profile, minValid: 7_200, after: true) }
        let detail = refusal?.detail ?? ""
        #expect(
            detail.hasPrefix("the credential of profile test ends in 50min")
                || detail.hasPrefix("the credential of profile test ends in 49min"))
        #expect(detail.hasSuffix(", and no token with 2h left arrived; request a shorter minValid"))
        #expect(profile.lack(living: 60, at: now).detail == "no new credential for profile test came in time")
    }

    @Test(arguments: [
        (3_600, 2_300), (43_200, 41_900), (2_400, 1_100), (1_800, 800), (100, 45),
    ])
    func `one with enough of its life is handed out at once`(life: Int64, age: Int64) throws {
        let profile = try profile(life: life, aged: age)
        #expect(try handout(profile) == "secret-first")
        #expect(try !keeping.beganFetch())
    }

    @Test(arguments: [
        (3_600, 2_500), (43_200, 42_100), (2_400, 1_300), (1_800, 1_000), (100, 60),
    ])
    func `one that its taker would not keep is renewed first`(life: Int64, age: Int64) throws {
        let profile = try profile(life: life, aged: age)
        #expect(try handout(profile) == "waits shortly")
        #expect(try handout(profile) == "waits shortly")
        try fetch().answerWithToken("second")
        try keeping.settle()
        #expect(try !keeping.beganFetch())
        #expect(try handout(profile, after: true) == "secret-second")
    }

    @Test func `when the wait is over the present one must do`() throws {
        let profile = try profile(life: 3_600, aged: 3_000)
        #expect(try handout(profile) == "waits shortly")
        #expect(try handout(profile, after: true) == "secret-first")
    }

    @Test func `no caller waits while fetches fail`() throws {
        let profile = try profile(life: 3_600, aged: 3_000)
        #expect(try handout(profile) == "waits shortly")
        try fetch().answer("{}", status: 503)
        try keeping.settle()
        #expect(try handout(profile) == "secret-first")
        profile.refreshNow(at: now)
        #expect(profile.schedule.isFetching)
        #expect(try handout(profile) == "secret-first")
    }

    @Test func `no caller waits for a fetch that takes long`() throws {
        let profile = try profile(life: 3_600, aged: 3_000)
        #expect(try handout(profile) == "waits shortly")
        let later = Moment(wall: now.wall + 3, boot: now.boot + .seconds(3))
        guard
            case .credential = try profile.handout(
                living: 0, afterWaiting: false, at: later, within: HandoutPatience(.seconds(10), behind: .api)
            )
        else { throw NoFetch() }
    }

    @Test func `a caller that wants a longer life waits for it as long as for any token`() throws {
        let profile = try profile(life: 3_600, aged: 1_000)
        #expect(try handout(profile, minValid: 3_000) == "waits")
        #expect(throws: Problem.self) { try handout(profile, minValid: 3_000, after: true) }
    }

    @Test func `one that is over is not handed out`() throws {
        let profile = try profile(life: 3_600, aged: 3_601)
        #expect(try handout(profile) == "waits")
        #expect(throws: Problem.self) { try handout(profile, after: true) }
    }
}
