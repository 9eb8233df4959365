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

/// Tokens on their way to the disk, of which the loop learns only when it turns.
struct CacheWriterTests {
    private let keeping: KeepingFixture
    private let cache: TokenCache
    private let writer: CacheWriter
    private let owner = CacheRecord.Owner(profile: "test", identity: "source", source: "source")

    init() throws {
        keeping = try KeepingFixture()
        cache = keeping.context.cache
        writer = keeping.context.cacheWriter
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
        try File.names(in: keeping.cacheDirectory).filter { !$0.hasSuffix(".lock") }.sorted()
    }

    @Test(.enabled(if: hasBackgroundSync))
    func `the old file stays until the new one is on the disk`() throws {
        try store(2)
        #expect(try loaded() == 1)
        #expect(try names().count == 2)
        #expect(try keeping.loop.reaches { try loaded() == 2 })
        #expect(try keeping.loop.reaches { writer.coming(of: owner) == nil })
        #expect(try names() == ["test.token"])
    }

    @Test func `the number of a token stays used, though a kill takes the token`() throws {
        let manual = "Source=manual\nEndpoint=https://oss-cn-hangzhou.aliyuncs.com"
        let killed = try keeping.profile(manual)
        killed.generation = 40
        killed.beginGeneration()
        try store(41)
        writer.remove(owner)
        #expect(TokenCache(directory: keeping.cacheDirectory).lastGeneration(of: "test") == 41)
        let next = try keeping.profile(manual)
        try next.start()
        #expect(next.credential == nil && next.generation == 41)
    }

    @Test(arguments: ["", "x", "-1", "0x29", "9007199254740993", "99999999999999999999999"])
    func `a number that no daemon wrote is ignored`(text: String) throws {
        try File.replace("\(keeping.cacheDirectory)/test.lock", with: text.utf8Span.span)
        #expect(cache.lastGeneration(of: "test") == 0)
        try cache.note(7, of: "test")
        #expect(cache.lastGeneration(of: "test") == (text.utf8.count > 19 ? 0 : 7))
    }

    @Test func `the newest token is the one that stays`() throws {
        for generation in 2...9 { try store(generation) }
        #expect(try keeping.loop.reaches { try loaded() == 9 })
        try keeping.settle()
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
        try keeping.settle()
        #expect(try loaded() == 3)
        #expect(try names() == ["test.token"])
    }

    @Test func `each profile has its newest`() throws {
        let other = CacheRecord.Owner(profile: "test.2", identity: "source", source: "source")
        for generation in 2...5 {
            try store(generation)
            try store(generation + 10, of: other)
        }
        try keeping.settle()
        #expect(try loaded() == 5)
        #expect(try loaded(other) == 15)
        #expect(try names() == ["test.2.token", "test.token"])
    }

    @Test(arguments: 1...3)
    func `a forgotten token does not come back from the disk`(count: Int) throws {
        for generation in 0..<count { try store(generation + 2) }
        writer.remove(owner)
        #expect(try names() == [])
        try keeping.settle()
        #expect(try names() == [])
        try store(7)
        try keeping.settle()
        #expect(try loaded() == 7)
    }

    @Test(.enabled(if: hasBackgroundSync))
    func `a profile that starts meanwhile in this process has the token that is being written`() throws {
        try store(2)
        try store(3)
        #expect(writer.coming(of: owner)?.generation == 3)
        #expect(writer.coming(of: .init(profile: "test", identity: "other", source: "other")) == nil)
        try keeping.settle()
        #expect(writer.coming(of: owner) == nil)
    }

    /// Else another process would fetch once more, and take what is being written for a leftover.
    @Test(.enabled(if: hasBackgroundSync))
    func `the lock is held until the file is there, and by this process may be taken again`() throws {
        try store(2, under: try writer.lock(owner))
        #expect(try cache.lock("test") == nil)
        #expect(try writer.lock(owner) != nil)
        #expect(try keeping.loop.reaches { try loaded() == 2 })
        #expect(try keeping.loop.reaches { try cache.lock("test") != nil })
        #expect(try names() == ["test.token"])
    }

    /// A folder in the place of the file is set aside at the next attempt.
    @Test func `a write that fails lets go of the lock, leaves nothing, and does not stop the next`() throws {
        let folder = CacheRecord.Owner(profile: "full", identity: "source", source: "source")
        try File.makeDirectory("\(keeping.cacheDirectory)/full.token", mode: 0o700)
        try store(2, of: folder, under: try writer.lock(folder))
        try store(3)
        try keeping.settle()
        #expect(try loaded() == 3)
        #expect(try eventually { try cache.lock("full") != nil })
        #expect(try names() == ["full.token", "full.token.damaged", "test.token"])
    }

    @Test func `the stop waits until all is on the disk`() throws {
        for generation in 2...4 { try store(generation) }
        writer.finish(within: patience)
        #expect(try loaded() == 4)
        #expect(try names() == ["test.token"])
    }

    /// As after a disk that was full when the token came.
    @Test func `a token that could not be written is written at the stop`() throws {
        let late = CacheRecord.Owner(profile: "late", identity: "source", source: "source")
        try setMode(0o777, of: keeping.cacheDirectory)
        try store(2, of: late)
        try keeping.settle()
        #expect(writer.failure(of: late)?.hasPrefix("the token was not cached") == true)
        #expect(writer.coming(of: late)?.generation == 2)
        try setMode(0o700, of: keeping.cacheDirectory)
        writer.finish(within: patience)
        #expect(try loaded(late) == 2)
        #expect(writer.failure(of: late) == nil && writer.coming(of: late) == nil)
    }

    @Test func `a token that could not be written is written when the folder is good again`() throws {
        let late = CacheRecord.Owner(profile: "late", identity: "source", source: "source")
        let around = keeping.context
        let writer = try CacheWriter(
            cache, on: keeping.loop, clock: around.clock, log: around.log, pause: .milliseconds(10))
        try setMode(0o777, of: keeping.cacheDirectory)
        writer.store(try CacheWriterTests.credential(2), of: late, under: nil)
        #expect(try keeping.loop.reaches { writer.failure(of: late) != nil })
        try setMode(0o700, of: keeping.cacheDirectory)
        #expect(try keeping.loop.reaches { try loaded(late) == 2 })
        #expect(
            try keeping.loop.reaches { writer.failure(of: late) == nil && writer.coming(of: late) == nil })
    }

    @Test func `another process may have written a newer one meanwhile`() throws {
        let late = CacheRecord.Owner(profile: "late", identity: "source", source: "source")
        try setMode(0o777, of: keeping.cacheDirectory)
        try store(2, of: late)
        try keeping.settle()
        try setMode(0o700, of: keeping.cacheDirectory)
        let received = try ReceivedCredential(
            keyID: "key".utf8Span.span, secret: "secret".utf8Span.span, securityToken: "token".utf8Span.span,
            expiration: Clock().now().wall + 7_200)
        try cache.store(
            Credential(received, generation: 9, fetchedAt: Clock().now().wall + 60), of: late)
        writer.finish(within: patience)
        #expect(try loaded(late) == 9)
    }

    @Test func `a token whose file could not be removed does not come back, and goes when it can`() throws {
        let path = "\(keeping.cacheDirectory)/test.token"
        try File.remove(path)
        try File.makeDirectory(path, mode: 0o700)
        writer.remove(owner)
        #expect(writer.failure(of: owner)?.hasPrefix("the forgotten token is still in the cache") == true)
        #expect(writer.isRemoving(owner) && writer.coming(of: owner) == nil)
        try File.removeDirectory(path)
        try cache.store(CacheWriterTests.credential(1), of: owner)
        #expect(writer.isRemoving(owner))
        writer.finish(within: patience)
        #expect(try names() == [])
        #expect(writer.failure(of: owner) == nil && !writer.isRemoving(owner))
    }

    /// A removal that is repeated would take the new token with it.
    @Test func `a removal that failed before a newer token was stored is not retried`() throws {
        let path = "\(keeping.cacheDirectory)/test.token"
        try File.remove(path)
        try File.makeDirectory(path, mode: 0o700)
        writer.remove(owner)
        #expect(writer.isRemoving(owner))
        try File.removeDirectory(path)
        try store(2)
        try keeping.settle()
        #expect(try loaded() == 2)
        try setMode(0o777, of: keeping.cacheDirectory)
        try store(3)
        try keeping.settle()
        try setMode(0o700, of: keeping.cacheDirectory)
        try store(4)
        try keeping.settle()
        #expect(try loaded() == 4)
    }

    /// A folder of others, or none: the daemon signs, and says why it keeps nothing.
    @Test func `a folder that is not good is reported until it is`() throws {
        try setMode(0o777, of: keeping.cacheDirectory)
        writer.open()
        #expect(writer.failure(of: owner)?.contains("mode 0777") == true)
        #expect(throws: SystemError.self) { try writer.lock(owner) }
        try store(2)
        try keeping.settle()
        #expect(writer.failure(of: owner) != nil)
        try setMode(0o700, of: keeping.cacheDirectory)
        writer.finish(within: patience)
        #expect(try loaded() == 2)
        #expect(try writer.lock(owner) != nil)
        #expect(writer.failure(of: owner) == nil)
    }

    /// The leftover of a writer that was killed before its rename contains the secret and the token.
    @Test func `leftovers of killed writers go at the start, and when a token is forgotten`() throws {
        let number = "0123456789abcdef"
        func leave(_ names: String...) throws {
            for name in names {
                try File.replace("\(keeping.cacheDirectory)/\(name)", with: "secret".utf8Span.span)
            }
        }
        try leave(
            ".test.token.\(number)", ".gone.token.\(number)", ".test.token.short",
            ".test.token.\(number.uppercased())")
        writer.open()
        #expect(try names() == [".test.token.\(number.uppercased())", ".test.token.short", "test.token"])
        try leave(".test.token.\(number)")
        writer.remove(owner)
        #expect(try names() == [".test.token.\(number.uppercased())", ".test.token.short"])
    }

    /// A name may have dots, so that of another profile may begin with this one's.
    @Test func `a lock removes no file that another profile is writing`() throws {
        let name = ".test.token.b.token.0123456789abcdef"
        try File.replace("\(keeping.cacheDirectory)/\(name)", with: "secret".utf8Span.span)
        #expect(try cache.lock("test") != nil)
        #expect(try names() == [name, "test.token"])
        #expect(try cache.lock("test.token.b") != nil)
        #expect(try names() == ["test.token"])
    }
}
