import API
import Bytes
import Kernel
import Metrics
import TestSupport
import Testing
import Time
import Tokens

@testable import Daemon

/// What an operator let be forgotten.
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
        try house.surroundings.cache.store(token, of: profile.owner)
        #expect(profile.demand(living: 0, at: house.surroundings.clock.now(), within: .seconds(10)))
        try house.fetch().answerWithToken("new")
        try house.settle()
        #expect(profile.credential?.secret.withBytes { $0.equals("secret-new") } == true)
    }

    @Test func `what could not be removed is told until there is another`() throws {
        let house = try House()
        let profile = try started(house)
        let path = "\(house.cacheDirectory)/test.token"
        try File.remove(path)
        try File.makeDirectory(path, mode: 0o700)
        profile.forget()
        var warnings: [String] { profile.report(at: house.surroundings.clock.now()).warnings }
        #expect(warnings.first?.hasPrefix("the token that was forgotten is still kept") == true)
        let reloaded = try house.fetchingProfile()
        reloaded.inherit(from: profile)
        #expect(reloaded.report(at: house.surroundings.clock.now()).warnings == warnings)
        try File.removeDirectory(path)
        profile.refreshNow(at: house.surroundings.clock.now())
        try house.fetch().answerWithToken("new")
        try house.settle()
        #expect(!warnings.contains { $0.contains("forgotten") })
    }
}
