import API
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

/// Which files are looked at, and when.
struct SinkTableTests {
    private let keeping: KeepingFixture
    private let profiles: [Profile]
    private let table: SinkTable

    init() throws {
        keeping = try KeepingFixture()
        let folder = keeping.directory.appending("app")
        let settings = try keeping.settings(
            ["a", "b"].map { name in
                """
                [Profile \(name)]
                Source=manual
                Endpoint=https://oss-cn-hangzhou.aliyuncs.com
                [Sink \(name)]
                Profile=\(name)
                Format=json
                Path=\(folder)/\(name)

                """
            }.joined())
        profiles = settings.profiles.map { [keeping] in $0.profile(in: keeping.context) }
        table = try SinkTable(
            in: keeping.context, ScopedTokens(in: keeping.context, limit: 1),
            audit: Audit(nil, to: keeping.context.log.writer))
        table.set(settings.sinks, of: ProfileTable(profiles, default: nil))
        for profile in profiles { try give("One", to: profile) }
    }

    private func give(_ name: String, to profile: Profile) throws {
        let now = keeping.context.clock.now()
        let received = try ReceivedCredential(
            keyID: "STS.\(name)".utf8Span.span, secret: "secret".utf8Span.span,
            securityToken: "token".utf8Span.span, expiration: now.wall + 3_600)
        profile.replace(with: received, at: now)
    }

    private func makeFolder() throws {
        try File.makeDirectory(keeping.directory.appending("app"), mode: 0o755)
    }

    private func files() throws -> [String] { try File.names(in: keeping.directory.appending("app")) }

    private func turn() throws {
        while try keeping.loop.runOnce(timeout: .zero) {}
    }

    @Test func `a token of one profile touches no file of another`() throws {
        try makeFolder()
        table.keepFresh(with: profiles[1])
        #expect(try files() == ["b"])
        table.keepFresh()
        #expect(try files() == ["a", "b"])
    }

    @Test func `a file that could not be written is tried again after a minute`() throws {
        keeping.context.clock.ahead = -60
        table.keepFresh(with: profiles[0])
        try makeFolder()
        try turn()
        #expect(try files().contains("a"))
    }

    @Test func `a file that cannot be written is in the report of its profile until it is`() throws {
        keeping.context.clock.ahead = -60
        func report() -> ProfileReport { profiles[0].report(at: keeping.context.clock.now()) }
        #expect(report().warnings == [])
        table.keepFresh(with: profiles[0])
        #expect(report().sinks.map(\.isFresh) == [false])
        let warning = try #require(report().warnings.first)
        #expect(warning.hasPrefix("the file of sink a is not kept fresh: ") && report().warnings.count == 1)
        try makeFolder()
        try turn()
        #expect(report().warnings == [] && report().sinks.map(\.isFresh) == [true])
    }

    @Test func `a sink that the configuration no longer names is in no report`() throws {
        table.keepFresh(with: profiles[0])
        table.set([], of: ProfileTable(profiles, default: nil))
        let report = profiles[0].report(at: keeping.context.clock.now())
        #expect(report.warnings == [] && report.sinks.isEmpty)
    }

    /// Else those of many profiles, one after the other, would put it off for ever.
    @Test func `the minute is not begun anew by another that fails`() throws {
        keeping.context.clock.ahead = -60
        table.keepFresh(with: profiles[0])
        keeping.context.clock.ahead = 0
        table.keepFresh(with: profiles[1])
        try makeFolder()
        try turn()
        #expect(try files() == ["a", "b"])
    }

    @Test func `a failed write of a sink is repeated until it succeeds`() throws {
        keeping.context.clock.ahead = -60
        table.keepFresh()
        // Due at once, and in vain, the clock being what it is; so it is due again.
        _ = try keeping.loop.runOnce(timeout: .zero)
        try makeFolder()
        try turn()
        #expect(try files() == ["a", "b"])
    }
}
