import API
import KeepingSupport
import Kernel
import Records
import TestSupport
import Testing
import Time
import Tokens

@testable import Keeping

/// The report in the status of tokens that could not be cached.
struct CacheReportTests {
    private let keeping: KeepingFixture
    private let writer: CacheWriter
    private let profile: Profile

    init() throws {
        keeping = try KeepingFixture()
        writer = keeping.context.cacheWriter
        profile = try keeping.profile("Source=manual\nEndpoint=https://oss-cn-hangzhou.aliyuncs.com")
    }

    private var report: ProfileReport { profile.report(at: keeping.context.clock.now()) }

    private func store(_ generation: Int) throws {
        let now = Clock().now().wall
        let received = try ReceivedCredential(
            keyID: "key".utf8Span.span, secret: "secret".utf8Span.span, securityToken: "token".utf8Span.span,
            expiration: now + 3_600)
        let credential = Credential(received, generation: generation, fetchedAt: now)
        writer.store(credential, of: profile.owner, under: nil)
        try keeping.settle()
    }

    @Test func `a token that was not cached is reported until one is`() throws {
        try setMode(0o777, of: keeping.cacheDirectory)
        try store(2)
        #expect(!report.isCached && report.warnings.count == 1)
        #expect(report.warnings.first?.hasPrefix("the token was not cached") == true)
        try setMode(0o700, of: keeping.cacheDirectory)
        try store(3)
        #expect(report.isCached && report.warnings == [])
    }

    /// As at a start with a token that systemd kept, because the last process could not write it.
    @Test func `a token that the file does not have at the start is written, and reported until it is`()
        throws
    {
        let now = Clock().now().wall
        let received = try ReceivedCredential(
            keyID: "key".utf8Span.span, secret: "secret".utf8Span.span, securityToken: "token".utf8Span.span,
            expiration: now + 3_600)
        try store(6)
        try setMode(0o777, of: keeping.cacheDirectory)
        profile.credential = Credential(received, generation: 7, fetchedAt: now, from: profile.owner.source)
        try profile.start()
        try keeping.settle()
        #expect(!report.isCached && report.warnings.count == 1)
        try setMode(0o700, of: keeping.cacheDirectory)
        try keeping.settle()
        #expect(report.isCached && report.warnings == [])
        let next = try keeping.profile("Source=manual\nEndpoint=https://oss-cn-hangzhou.aliyuncs.com")
        try next.start()
        #expect(next.credential?.generation == 7)
    }

    /// Of a key that is never cached no later token could tell that all is well again.
    @Test func `a number or a lock that could not be kept is reported until the next one is`() throws {
        let path = "\(keeping.cacheDirectory)/test.lock"
        try File.makeDirectory(path, mode: 0o700)
        _ = writer.beginGeneration(after: 1, of: profile.owner)
        #expect(!report.isCached)
        #expect(throws: SystemError.self) { try writer.lock(profile.owner) }
        try File.removeDirectory(path)
        _ = writer.beginGeneration(after: 2, of: profile.owner)
        #expect(!report.isCached)
        #expect(try writer.lock(profile.owner) != nil)
        #expect(report.isCached)
    }
}
