import KeepingSupport
import Kernel
import Records
import TestSupport
import Testing
import Time
import Tokens

@testable import Keeping

/// A chain whose first member has not long to live.
struct ChainTests {
    private let daemon: DaemonFixture

    init() throws {
        let place = "Endpoint=https://oss-cn-hangzhou.aliyuncs.com\n"
        daemon = try DaemonFixture(
            "[Profile first]\nSource=manual\n\(place)[Profile second]\nSource=manual\n\(place)"
                + "[Profile chain]\nSource=chain\nProfiles=first second\n\(place)")
        try give("First", life: 900, to: first)
        try give("Second", life: 3_000, to: second)
    }

    private var first: Profile { daemon.profiles[0] }
    private var second: Profile { daemon.profiles[1] }
    private var chain: Profile { daemon.profiles[2] }

    private func give(_ name: String, life: Int64, to profile: Profile) throws {
        let now = daemon.keeping.context.clock.now()
        let received = try ReceivedCredential(
            keyID: "STS.\(name)".utf8Span.span, secret: "s".utf8Span.span,
            securityToken: name.utf8Span.span, expiration: now.wall + life)
        profile.replace(with: received, at: now)
        chain.foundationSettled()
    }

    private func answer(to client: Client, minValid: Int) throws -> (id: Substring?, generation: Substring?) {
        let body = "{\"profile\":\"chain\",\"bucket\":\"bucket\",\"key\":\"k\",\"minValid\":\(minValid)}"
        try client.send(
            "POST /v1/presign HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        let answer = try #require(try client.answer())
        return (
            answer.firstMatch(of: /STS\.[a-zA-Z]+/)?.0, answer.firstMatch(of: /"generation":([0-9]+)/)?.1
        )
    }

    /// Each change of the member is a number on the disk, a line in the log, and an event for all who watch.
    @Test func `a caller that repeatedly asks for a longer life changes nothing for the others`() throws {
        let client = try daemon.connect()
        #expect(chain.logged.followed == 1)
        for _ in 0..<5 {
            #expect(try answer(to: client, minValid: 1_000) == ("STS.Second", "2"))
            #expect(try answer(to: client, minValid: 0) == ("STS.First", "1"))
        }
        #expect(chain.generation == 2 && chain.logged.followed == 1)
    }

    @Test func `a token that one request got keeps its number when all get it`() throws {
        let client = try daemon.connect()
        #expect(try answer(to: client, minValid: 1_000) == ("STS.Second", "2"))
        first.forget()
        chain.foundationSettled()
        #expect(try answer(to: client, minValid: 0) == ("STS.Second", "2"))
        #expect(chain.logged.followed == 2)
        try give("Third", life: 900, to: first)
        #expect(try answer(to: client, minValid: 0) == ("STS.Third", "3"))
        first.forget()
        chain.foundationSettled()
        // Numbers only grow for those who watch.
        #expect(try answer(to: client, minValid: 0) == ("STS.Second", "4"))
    }

    /// The first member signs elsewhere, and rests for a while; the first who asks afterwards wants a longer life.
    @Test func `the generation numbers of all callers only grow, also when a demanding caller asks first`()
        throws
    {
        let place = "Endpoint=https://oss-cn-hangzhou.aliyuncs.com\n"
        let daemon = try DaemonFixture(
            DaemonFixture.signedElsewhere + "[Profile second]\nSource=manual\n\(place)"
                + "[Profile chain]\nSource=chain\nProfiles=a second\n\(place)")
        let chain = daemon.profiles[2]
        let signer = try #require(daemon.profiles[0] as? RemoteSigner)
        let published = daemon.keeping.publishedEvents()
        var now: Moment { daemon.keeping.context.clock.now() }
        func number(living seconds: Int = 0) -> Int? {
            chain.credential(living: seconds, at: now)?.generation
        }
        daemon.profiles[1].replace(
            with: try ReceivedCredential(
                keyID: "STS.Second".utf8Span.span, secret: "s".utf8Span.span,
                securityToken: "t".utf8Span.span,
                expiration: now.wall + 3_000), at: now)
        #expect(number() == 1)
        for _ in 0..<3 { signer.health.failed(retryAfter: nil, at: now.boot, random: .max) }
        #expect(number() == 2)
        signer.health.succeeded()
        #expect(number(living: 1_000) == 1)
        #expect(number() == 3 && chain.credential?.secretIsRemote == true)
        #expect(number(living: 1_000) == 3 && number() == 3)
        #expect(published.rotations(of: "chain") == [1, 2, 3])
    }

    @Test func `no token stays that its own profile has replaced`() throws {
        let client = try daemon.connect()
        #expect(try answer(to: client, minValid: 1_000) == ("STS.Second", "2"))
        weak let given = chain.credential
        #expect(given != nil)
        try give("Fresh", life: 3_000, to: second)
        #expect(try answer(to: client, minValid: 0) == ("STS.First", "1"))
        #expect(given == nil)
        #expect(try answer(to: client, minValid: 1_000) == ("STS.Fresh", "3"))
    }

    @Test func `more than any token has is refused, not fatal`() throws {
        let client = try daemon.connect()
        for profile in ["first", "chain"] {
            let body = "{\"profile\":\"\(profile)\",\"bucket\":\"b-1\",\"key\":\"k\",\"minValid\":\(Int.max)}"
            try client.send(
                "POST /v1/presign HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            let answer = try #require(try client.answer())
            #expect(answer.hasPrefix("HTTP/1.1 503"))
            #expect(answer.contains("and no token with 106751991167d"))
        }
    }
}
