import EventLoop
import Kernel
import Settings
import TestSupport
import Testing
import Time
import Tokens

@testable import Daemon

/// Tokens on their way to the disk, of which the loop learns only when it turns.
struct CacheWriterTests {
    private let house: House
    private let cache: TokenCache
    private let writer: CacheWriter
    private let owner = CacheRecord.Owner(profile: "test", source: "source")

    init() throws {
        house = try House()
        cache = house.surroundings.cache
        writer = house.surroundings.cacheWriter
        try cache.store(CacheWriterTests.credential(1), of: owner)
    }

    private static func credential(_ generation: Int) throws -> Credential {
        let now = Clock().now().wall
        let received = try ReceivedCredential(
            keyID: "key".utf8Span.span, secret: "secret".utf8Span.span, securityToken: "token".utf8Span.span,
            expiration: now + 3_600)
        return Credential(received, generation: generation, fetchedAt: now)
    }

    private func store(
        _ generation: Int, of owner: CacheRecord.Owner? = nil, under lock: CacheLock? = nil
    ) throws {
        writer.store(try CacheWriterTests.credential(generation), of: owner ?? self.owner, under: lock)
    }

    private func loaded(_ owner: CacheRecord.Owner? = nil) throws -> Int? {
        guard case .credential(let credential) = try cache.load(owner ?? self.owner) else { return nil }
        return credential.generation
    }

    private func names() throws -> [String] {
        try File.names(in: house.cacheDirectory).filter { !$0.hasSuffix(".lock") }
    }

    private static let isInBackground = {
        guard let house = try? House(), let token = try? credential(1) else { return false }
        let owner = CacheRecord.Owner(profile: "test", source: "source")
        house.surroundings.cacheWriter.store(token, of: owner, under: nil)
        return house.surroundings.cacheWriter.coming(of: owner) != nil
    }()

    @Test(.enabled(if: isInBackground))
    func `the old file stays until the new one is on the disk`() throws {
        try store(2)
        #expect(try loaded() == 1)
        #expect(try names().count == 2)
        #expect(try house.comes { try loaded() == 2 })
        #expect(try house.comes { writer.coming(of: owner) == nil })
        #expect(try names() == ["test.token"])
    }

    @Test func `the number of a token stays used, though a kill takes the token`() throws {
        let manual = "Source=manual\nEndpoint=https://oss-cn-hangzhou.aliyuncs.com"
        let killed = try house.profile(manual)
        killed.generation = 40
        killed.beginGeneration()
        try store(41)
        try writer.remove(owner)
        #expect(try TokenCache(directory: house.cacheDirectory).lastGeneration(of: "test") == 41)
        let next = try house.profile(manual)
        try next.start()
        #expect(next.credential == nil && next.generation == 41)
    }

    @Test(arguments: ["", "x", "-1", "0x29", "9007199254740993", "99999999999999999999999"])
    func `a number that nobody of us wrote counts for nothing`(text: String) throws {
        try File.replace("\(house.cacheDirectory)/test.lock", with: text.utf8Span.span)
        #expect(cache.lastGeneration(of: "test") == 0)
        try cache.note(7, of: "test")
        #expect(cache.lastGeneration(of: "test") == (text.utf8.count > 19 ? 0 : 7))
    }

    @Test func `the newest token is the one that stays`() throws {
        for generation in 2...9 { try store(generation) }
        #expect(try house.comes { try loaded() == 9 })
        try house.settle()
        #expect(try loaded() == 9)
        #expect(try names() == ["test.token"])
    }

    @Test func `a token that another replaced is not kept in memory until the disk has it`() throws {
        weak var old: Credential?
        do {
            let credential = try CacheWriterTests.credential(2)
            old = credential
            writer.store(credential, of: owner, under: nil)
        }
        try store(3)
        #expect(old == nil)
        try house.settle()
        #expect(try loaded() == 3)
        #expect(try names() == ["test.token"])
    }

    @Test func `each profile has its newest`() throws {
        let other = CacheRecord.Owner(profile: "test.2", source: "source")
        for generation in 2...5 {
            try store(generation)
            try store(generation + 10, of: other)
        }
        try house.settle()
        #expect(try loaded() == 5)
        #expect(try loaded(other) == 15)
        #expect(try names() == ["test.2.token", "test.token"])
    }

    @Test(arguments: 1...3)
    func `what is forgotten comes back from no disk`(count: Int) throws {
        for generation in 0..<count { try store(generation + 2) }
        try writer.remove(owner)
        #expect(try names() == [])
        try house.settle()
        #expect(try names() == [])
        try store(7)
        try house.settle()
        #expect(try loaded() == 7)
    }

    @Test(.enabled(if: isInBackground))
    func `whoever starts meanwhile in this process has the token that is coming`() throws {
        try store(2)
        try store(3)
        #expect(writer.coming(of: owner)?.generation == 3)
        #expect(writer.coming(of: .init(profile: "test", source: "other")) == nil)
        try house.settle()
        #expect(writer.coming(of: owner) == nil)
    }

    /// Else another process would fetch once more, and take what is being written for a leftover.
    @Test(.enabled(if: isInBackground))
    func `the lock is held until the file is there, and by this process may be taken again`() throws {
        try store(2, under: try writer.lock(owner))
        #expect(try cache.lock("test") == nil)
        #expect(try writer.lock(owner) != nil)
        #expect(try house.comes { try loaded() == 2 })
        #expect(try house.comes { try cache.lock("test") != nil })
        #expect(try names() == ["test.token"])
    }

    @Test func `a write that fails lets go of the lock, leaves nothing, and does not stop the next`() throws {
        let folder = CacheRecord.Owner(profile: "full", source: "source")
        try File.makeDirectory("\(house.cacheDirectory)/full.token", mode: 0o700)
        try store(2, of: folder, under: try writer.lock(folder))
        try store(3)
        try house.settle()
        #expect(try loaded() == 3)
        #expect(try eventually { try cache.lock("full") != nil })
        #expect(try names() == ["full.token", "test.token"])
    }

    @Test func `the stop waits until all is on the disk`() throws {
        for generation in 2...4 { try store(generation) }
        writer.finish(within: patience)
        #expect(try loaded() == 4)
        #expect(try names() == ["test.token"])
    }
}
