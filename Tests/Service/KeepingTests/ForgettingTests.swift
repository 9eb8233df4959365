import API
import Bytes
import KeepingSupport
import Kernel
import Metrics
import Records
import TestSupport
import Testing
import Time
import Tokens

@testable import Keeping

/// Tokens that the daemon must forget because an operator asked for it.
struct ForgettingTests {
    private func started(_ keeping: KeepingFixture) throws -> Profile {
        let profile = try keeping.fetchingProfile()
        try profile.start()
        try keeping.fetch().answerWithToken("old")
        try keeping.settle()
        return profile
    }

    /// As where the file could not be removed, and by whatever way it came back.
    @Test func `a forgotten token does not come back from the cache`() throws {
        let keeping = try KeepingFixture()
        let profile = try started(keeping)
        let token = try #require(profile.credential)
        profile.forget()
        try keeping.context.cache.store(token, of: profile.owner)
        #expect(profile.demand(living: 0, at: keeping.context.clock.now(), within: .seconds(10)))
        try keeping.fetch().answerWithToken("new")
        try keeping.settle()
        #expect(profile.credential?.secret.withBytes { $0.equals("secret-new") } == true)
    }

    @Test func `a token that could not be removed is reported until there is another`() throws {
        let keeping = try KeepingFixture()
        let profile = try started(keeping)
        let path = "\(keeping.cacheDirectory)/test.token"
        try File.remove(path)
        try File.makeDirectory(path, mode: 0o700)
        profile.forget()
        var warnings: [String] { profile.report(at: keeping.context.clock.now()).warnings }
        #expect(warnings.first?.hasPrefix("the forgotten token is still in the cache") == true)
        let reloaded = try keeping.fetchingProfile()
        reloaded.inherit(from: profile)
        #expect(reloaded.report(at: keeping.context.clock.now()).warnings == warnings)
        try File.removeDirectory(path)
        profile.refreshNow(at: keeping.context.clock.now())
        try keeping.fetch().answerWithToken("new")
        try keeping.settle()
        #expect(!warnings.contains { $0.contains("forgotten") })
    }
}
