import Access
import KeepingSupport
import Kernel
import Records
import Scoping
import Settings
import Testing
import Time
import Tokens
import Turns

@testable import Keeping

/// The tokens of `Scope=caller`, which come and go with the programs that ask for them.
struct ScopedTokensTests {
    private static let configuration = """
        [Profile key]
        Source=manual
        Endpoint=https://oss-cn-hangzhou.aliyuncs.com
        [Profile main]
        Source=assume-role
        Via=key
        RoleArn=acs:ram::1:role/everything
        Scope=caller
        Endpoint=https://oss-cn-hangzhou.aliyuncs.com

        """
    private let keeping: KeepingFixture
    private let profile: Profile
    private let tokens: ScopedTokens
    private let session = TokenSession(named: "user@unit", limitedTo: "{}")

    init() throws {
        keeping = try KeepingFixture()
        let profiles = try keeping.settings(Self.configuration).profiles
        let table = ProfileTable(profiles.map { [keeping] in $0.profile(in: keeping.context) }, default: nil)
        profile = try #require(table["main".utf8Span.span])
        tokens = ScopedTokens(in: keeping.context, limit: 2)
    }

    private var now: Moment { keeping.context.clock.now() }

    /// A token that was fetched, and is on the disk.
    private func fetched(for session: TokenSession) throws -> Profile {
        let token = try tokens.token(of: profile, for: session, at: now.boot)
        let received = try ReceivedCredential(
            keyID: "STS.Scoped".utf8Span.span, secret: "secret".utf8Span.span,
            securityToken: "token".utf8Span.span, expiration: now.wall + 3_600)
        token.replace(with: received, at: now)
        try keeping.settle()
        return token
    }

    private func files() throws -> [String] {
        try File.names(in: keeping.cacheDirectory).filter { $0.hasPrefix("main@") }
    }

    @Test func `one that no program asked for during a life is dropped with its file`() throws {
        _ = try fetched(for: session)
        #expect(try files().count == 1)
        tokens.dropUnused(at: now.boot + .seconds(3_590))
        #expect(tokens.count == 1)
        tokens.dropUnused(at: now.boot + .seconds(3_610))
        #expect(tokens.count == 0)
        #expect(try files() == [])
    }

    @Test func `one that a request waits for stays at the limit`() throws {
        let sessions = ["user@a", "user@b", "user@c"].map { TokenSession(named: $0, limitedTo: "{}") }
        let awaited = try tokens.token(of: profile, for: sessions[0], at: now.boot)
        awaited.waiters.append(WaitID(connection: .ofNone(0), number: 0))
        for (second, session) in sessions.enumerated() {
            _ = try tokens.token(of: profile, for: session, at: now.boot + .seconds(second))
        }
        #expect(tokens.count == 2)
        #expect(try tokens.token(of: profile, for: sessions[0], at: now.boot) === awaited)
        awaited.waiters.removeAll()
    }

    @Test func `one that programs use is not renewed before one of them asks`() throws {
        let token = try fetched(for: session)
        #expect(token.plannedAttempt == nil)
        var kept = session
        kept.isRenewedUnasked = true
        #expect(try fetched(for: kept).plannedAttempt != nil)
    }

    @Test func `the next start has the token again`() throws {
        let before = try fetched(for: session)
        tokens.stop()
        let next = ScopedTokens(in: keeping.context, limit: 2)
        let after = try next.token(of: profile, for: session, at: now.boot)
        #expect(after.credential?.generation == before.generation)
        let different = TokenSession(named: "user@unit", limitedTo: "{} ")
        let other = try next.token(of: profile, for: different, at: now.boot)
        #expect(other.credential == nil)
    }

    @Test func `after a start, files of tokens that no program asks for are removed once they have expired`()
        throws
    {
        _ = try fetched(for: session)
        tokens.stop()
        try keeping.context.cache.removeExpiredScopedTokens(at: now.wall + 43_000)
        #expect(try files().count == 1)
        try keeping.context.cache.removeExpiredScopedTokens(at: now.wall + 43_300)
        #expect(try files() == [])
    }

    @Test func `to forget the token of a profile is to forget its scoped tokens`() throws {
        let token = try fetched(for: session)
        tokens.forget(of: profile)
        #expect(token.credential == nil)
        #expect(try files() == [])
    }

    @Test func `the key of another profile makes the tokens unusable after a reload`() throws {
        _ = try fetched(for: session)
        #expect(tokens.drop(except: ProfileTable([profile], default: nil)).count == 1)
        #expect(tokens.count == 0)
    }

    @Test(
        arguments: [
            ("www-data", "nginx.service", "www-data@nginx.service"),
            ("a b", "x@1.service", "a-b@x-1.service"),
            ("u", nil, "u@-"),
            (nil, nil, "uid-7"),
            ("名", "", "---"),
            (String(repeating: "n", count: 70), "unit", String(repeating: "n", count: 64)),
            (String(repeating: "n", count: 60), "unit", String(repeating: "n", count: 60) + "@uni"),
        ] as [(String?, String?, String)])
    func `the session is named after the user and the unit, as STS takes names`(
        user: String?, unit: String?, expected: String
    ) {
        let name = TokenSession.name(ofUser: user, number: 7, unit: unit)
        #expect(name == expected)
        #expect(TokenSession.isName(name))
    }
}
