import Bytes
import Kernel
import Records
import Settings
import TestSupport
import Testing
import Time
import Tokens

@testable import Keeping

/// The folder of tokens when there is a key.
struct SealedCacheTests {
    private let directory: TemporaryDirectory
    private let folder: String
    private let file: String
    private let keyFile: String
    private let owner = CacheRecord.Owner(profile: "test", identity: "source", source: "source")

    init() throws {
        directory = try TemporaryDirectory()
        folder = directory.appending("cache")
        file = "\(folder)/test.token"
        keyFile = directory.appending("key")
        try write(keyFile, String(repeating: "k", count: 32))
    }

    private func write(_ path: String, _ text: String) throws {
        try File.replace(path, with: text.utf8Span.span)
    }

    private func cache(isSealed: Bool = true) -> TokenCache {
        TokenCache(directory: folder, key: isSealed ? CacheKey(file: .file(path: keyFile)) : nil)
    }

    private func store(_ generation: Int = 1, isSealed: Bool = true) throws {
        let now = Clock().now().wall
        let received = try ReceivedCredential(
            keyID: "key".utf8Span.span, secret: "very-secret".utf8Span.span,
            securityToken: "token".utf8Span.span, expiration: now + 3_600)
        let credential = Credential(received, generation: generation, fetchedAt: now)
        try cache(isSealed: isSealed).store(credential, of: owner)
    }

    private func loaded(isSealed: Bool = true) throws -> Int? {
        guard case .credential(let found) = try cache(isSealed: isSealed).load(owner) else { return nil }
        return found.generation
    }

    private func asideName(isSealed: Bool = true) throws -> String? {
        guard case .setAside(let path, _) = try cache(isSealed: isSealed).load(owner) else { return nil }
        return String(path.dropFirst(folder.count + 1))
    }

    /// Whether a secret stands in plain text anywhere in the folder.
    private func leaks() throws -> Bool {
        try File.names(in: folder).contains { name in
            try File.contents(of: "\(folder)/\(name)", atMost: 65_536).string.contains("very-secret")
        }
    }

    @Test func `a token is written sealed, and read again`() throws {
        for generation in 1...3 { try store(generation) }
        #expect(try !leaks())
        #expect(try FileStatus(ofLink: file).mode == 0o600)
        #expect(try loaded() == 3)
    }

    @Test func `no two files are alike`() throws {
        try store()
        let first = try File.contents(of: file, atMost: 65_536).array
        try store()
        #expect(try File.contents(of: file, atMost: 65_536).array != first)
    }

    @Test func `another key and damage set the file aside`() throws {
        try store()
        try write(keyFile, String(repeating: "x", count: 32))
        #expect(try asideName() == "test.token.other-key")
        try store()
        var bytes = try File.contents(of: file, atMost: 65_536)
        bytes[bytes.count - 1] ^= 1
        try File.replace(file, with: bytes.span)
        #expect(try asideName() == "test.token.other-key")
        try store()
    }

    /// As where systemd skips a credential whose file is gone: the daemon does not know that there was a key.
    @Test func `a folder that had a sealed token gets none in plain text`() throws {
        try store()
        #expect(throws: CacheError.self) { try store(2, isSealed: false) }
        #expect(throws: CacheError.self) { try loaded(isSealed: false) }
        #expect(throws: CacheError.self) { try cache(isSealed: false).sealLeftovers() }
        #expect(try loaded() == 1)
        try cache().remove(owner)
        #expect(throws: CacheError.self) { try store(3, isSealed: false) }
        #expect(try !leaks())
        let error = #expect(throws: CacheError.self) { try cache(isSealed: false).sealLeftovers() }
        #expect(error?.description.contains("CacheKey=") == true)
        try File.remove("\(folder)/.sealed")
        try store(4, isSealed: false)
        #expect(try loaded(isSealed: false) == 4)
    }

    /// As where a token comes before its file was read: from systemd, or from the operator.
    @Test func `a sealed file without a mark is not replaced by a plain one`() throws {
        try store()
        try File.remove("\(folder)/.sealed")
        #expect(throws: CacheError.self) { try store(2, isSealed: false) }
        #expect(try loaded() == 1)
    }

    @Test func `a sealed file without a mark is found at the start, of any profile`() throws {
        try store()
        try File.setAside(file, as: "\(folder)/other.token")
        try File.remove("\(folder)/.sealed")
        #expect(throws: CacheError.self) { try cache(isSealed: false).sealLeftovers() }
        #expect(throws: CacheError.self) { try store(2, isSealed: false) }
        #expect(try !leaks())
    }

    /// Written by a version that left no mark.
    @Test func `a sealed file that is found without a key is the mark`() throws {
        try store()
        try File.remove("\(folder)/.sealed")
        #expect(throws: CacheError.self) { try loaded(isSealed: false) }
        #expect(throws: CacheError.self) { try store(2, isSealed: false) }
        #expect(try loaded() == 1)
    }

    @Test func `a file under the name of another profile does not open`() throws {
        try store()
        try File.setAside(file, as: "\(folder)/other.token")
        let other = CacheRecord.Owner(profile: "other", identity: "source", source: "source")
        guard case .setAside(let path, _) = try cache().load(other) else {
            Issue.record("it was read")
            return
        }
        #expect(path.hasSuffix("other.token.other-key"))
    }

    /// Never plain, and what is there waits for the key to come back.
    @Test(arguments: ["", "k", String(repeating: "k", count: 31), String(repeating: "k", count: 32) + "\n"])
    func `without a key that works nothing is written, and nothing is lost`(key: String) throws {
        try store()
        let before = try File.contents(of: file, atMost: 65_536).array
        try write(keyFile, key)
        #expect(throws: CacheError.self) { try store(2) }
        #expect(throws: CacheError.self) { try loaded() }
        #expect(throws: CacheError.self) { try cache().sealLeftovers() }
        #expect(try File.contents(of: file, atMost: 65_536).array == before)
        try write(keyFile, String(repeating: "k", count: 32))
        #expect(try loaded() == 1)
    }

    @Test func `a plain file is read, and sealed at the start`() throws {
        try store(7, isSealed: false)
        #expect(try loaded() == 7)
        #expect(try leaks())
        #expect(try cache().sealLeftovers() == [])
        #expect(try !leaks())
        #expect(try loaded() == 7)
        let sealed = try File.contents(of: file, atMost: 65_536).array
        #expect(try cache().sealLeftovers() == [])
        #expect(try File.contents(of: file, atMost: 65_536).array == sealed)
    }

    @Test func `plain files that were set aside are removed, all other files are left alone`() throws {
        try store(isSealed: false)
        try File.setAside(file, as: "\(file).damaged")
        try store(isSealed: false)
        try File.setAside(file, as: "\(file).other-source")
        try store()
        try File.setAside(file, as: "\(file).other-key")
        try write("\(folder)/README", "hello")
        let removed = try cache().sealLeftovers().map { $0.dropFirst(folder.count + 1) }
        #expect(removed.sorted() == ["test.token.damaged", "test.token.other-source"])
        #expect(
            try File.names(in: folder).sorted()
                == [".sealed", "README", "test.token.other-key"])
    }
}
