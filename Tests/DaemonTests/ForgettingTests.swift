import API
import Bytes
import Kernel
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

/// Tokens that the daemon must forget because an operator asked for it.
struct ForgettingTests {
    private func started(_ house: House) throws -> Profile {
        let profile = try house.fetchingProfile()
        try profile.start()
        try house.fetch().answerWithToken("old")
        try house.settle()
        return profile
    }

    /// As where the file could not be removed, and by whatever way it came back.
    @Test func `does not come back from the cache`() throws {
        let house = try House()
        let profile = try started(house)
        let token = try #require(profile.credential)
        profile.forget()
        try house.context.cache.store(token, of: profile.owner)
        #expect(profile.demand(living: 0, at: house.context.clock.now(), within: .seconds(10)))
        try house.fetch().answerWithToken("new")
        try house.settle()
        #expect(profile.credential?.secret.withBytes { $0.equals("secret-new") } == true)
    }

    @Test func `a token that could not be removed is reported until there is another`() throws {
        let house = try House()
        let profile = try started(house)
        let path = "\(house.cacheDirectory)/test.token"
        try File.remove(path)
        try File.makeDirectory(path, mode: 0o700)
        profile.forget()
        var warnings: [String] { profile.report(at: house.context.clock.now()).warnings }
        #expect(warnings.first?.hasPrefix("the forgotten token is still in the cache") == true)
        let reloaded = try house.fetchingProfile()
        reloaded.inherit(from: profile)
        #expect(reloaded.report(at: house.context.clock.now()).warnings == warnings)
        try File.removeDirectory(path)
        profile.refreshNow(at: house.context.clock.now())
        try house.fetch().answerWithToken("new")
        try house.settle()
        #expect(!warnings.contains { $0.contains("forgotten") })
    }
}
