import Bytes
import Kernel
import Records
import TestSupport
import Testing
import Time
import Tokens

@testable import Keeping

/// The folder of tokens, on a real disk.
struct TokenCacheTests {
    private let directory: TemporaryDirectory
    private let folder: String
    private let file: String
    private let cache: TokenCache
    private let owner = CacheRecord.Owner(profile: "test", identity: "source", source: "source")

    init() throws {
        directory = try TemporaryDirectory()
        folder = directory.appending("cache")
        file = "\(folder)/test.token"
        cache = TokenCache(directory: folder)
        try cache.prepare()
    }

    private func credential(_ generation: Int = 1) throws -> Credential {
        let now = Clock().now().wall
        let received = try ReceivedCredential(
            keyID: "key".utf8Span.span, secret: "secret".utf8Span.span, securityToken: "token".utf8Span.span,
            expiration: now + 3_600)
        return Credential(received, generation: generation, fetchedAt: now)
    }

    /// The generation of what is there.
    private func loaded(_ owner: CacheRecord.Owner? = nil) throws -> Int? {
        guard case .credential(let credential) = try cache.load(owner ?? self.owner) else { return nil }
        return credential.generation
    }

    private func asideName(_ owner: CacheRecord.Owner? = nil) throws -> String? {
        guard case .setAside(let path, _) = try cache.load(owner ?? self.owner) else { return nil }
        return String(path.dropFirst(folder.count + 1))
    }

    @Test func `no other user can read the tokens`() throws {
        try cache.store(credential(), of: owner)
        #expect(try FileStatus(ofLink: folder).mode == 0o700)
        #expect(try FileStatus(ofLink: file).mode == 0o600)
        _ = try cache.lock("test")
        #expect(try FileStatus(ofLink: "\(folder)/test.lock").mode == 0o600)
    }

    @Test(arguments: [0o701, 0o750, 0o770, 0o777] as [UInt32])
    func `a folder that others may enter is refused`(mode: UInt32) throws {
        try setMode(mode, of: folder)
        let error = #expect(throws: SystemError.self) { try TokenCache(directory: folder).prepare() }
        #expect(
            error?.description
                == "\(folder): has mode 0\(String(mode, radix: 8)), must be 0700: run 'chmod 0700 \(folder)'")
    }

    @Test func `a folder that others could replace is refused, and so is a link to one`() throws {
        let link = directory.appending("link")
        try makeLink(link, to: folder)
        #expect(throws: SystemError.self) { try TokenCache(directory: link).prepare() }
        try setMode(0o777, of: directory.path)
        let error = #expect(throws: SystemError.self) { try TokenCache(directory: folder).prepare() }
        #expect(
            error?.description
                == "\(directory.path): is of user \(ThisProcess.user) with mode 0777, so others could "
                + "replace what is in it; take the right to write away from others with 'chmod go-w \(directory.path)'"
        )
    }

    @Test func `the cache keeps the last token, and forgets it`() throws {
        #expect(try loaded() == nil)
        for generation in 1...3 { try cache.store(credential(generation), of: owner) }
        #expect(try loaded() == 3)
        try cache.remove(owner)
        #expect(try loaded() == nil)
        try cache.remove(owner)
    }

    @Test func `a damaged file is set aside once, and the last one of them stays`() throws {
        for damage in ["", "x", "{}\n", String(repeating: "x", count: 32_769)] {
            try File.replace(file, with: damage.utf8Span.span)
            #expect(try asideName() == "test.token.damaged")
            #expect(try loaded() == nil)
            #expect(try File.names(in: folder) == ["test.token.damaged"])
            let kept = try File.contents(of: "\(file).damaged", atMost: 65_536)
            #expect(kept.string == damage)
        }
    }

    @Test func `a token of another source is set aside under a name that says so`() throws {
        try cache.store(credential(), of: owner)
        #expect(
            try asideName(.init(profile: "test", identity: "other", source: "other"))
                == "test.token.other-source")
        #expect(try loaded() == nil)
    }

    @Test func `a link or a directory in place of the file is not followed`() throws {
        let real = directory.appending("real")
        try File.replace(real, with: "precious".utf8Span.span)
        try makeLink(file, to: real)
        #expect(try asideName() == "test.token.damaged")
        try File.makeDirectory(file, mode: 0o700)
        #expect(try asideName() == "test.token.damaged")
        #expect(try File.contents(of: real, atMost: 100).string == "precious")
    }

    @Test func `the lock is that of one holder, in this process or another`() throws {
        let first = try cache.lock("test")
        #expect(try !isFree("test"))
        #expect(try isFree("other"))
        _ = consume first
        #expect(try eventually { try isFree("test") })
    }

    private func isFree(_ profile: String) throws -> Bool {
        switch try cache.lock(profile) {
        case .some: true
        case .none: false
        }
    }
}

/// A store that ends after any of its steps.
extension TokenCacheTests {
    /// Nothing, create, write, synchronize, install, synchronize the directory.
    @Test(arguments: 0...5)
    func `a store that fails leaves the old token or the new one, whole, and nothing else`(steps: Int) throws
    {
        try cache.store(credential(1), of: owner)
        var record = ByteBuffer()
        CacheRecord.write(try credential(2), of: owner, to: &record)
        try perform(steps, of: record)
        #expect(try loaded() == (steps < 4 ? 1 : 2))
        #expect(try File.names(in: folder) == ["test.token"])
    }

    private func perform(_ steps: Int, of record: borrowing ByteBuffer) throws {
        guard steps > 0 else { return }
        var replacement = try FileReplacement(of: file)
        if steps > 1 { try replacement.write(record.span) }
        if steps > 2 { try replacement.synchronize() }
        if steps > 3 { try replacement.install() }
        if steps > 4 { try replacement.synchronizeDirectory() }
    }

    /// A process that is killed cleans nothing up.
    @Test(arguments: [0, 1, 100, 300])
    func `leftovers of a killed process beside the file do no harm`(written: Int) throws {
        try cache.store(credential(1), of: owner)
        var record = ByteBuffer()
        CacheRecord.write(try credential(2), of: owner, to: &record)
        try File.replace(
            "\(folder)/.test.token.1f", with: record.span.extracting(first: min(written, record.count)))
        #expect(try loaded() == 1)
        try cache.store(credential(3), of: owner)
        #expect(try loaded() == 3)
    }
}
