import Bytes
import Keeping
import KeepingSupport
import Kernel
import Records
import Systemd
import TestSupport
import Testing

@testable import Daemon

/// The key of the secret paths, as a disk or a person may have left it.
struct CompatKeyTests {
    private let keeping: KeepingFixture
    private let log: Log
    private let path: String

    init() throws {
        keeping = try KeepingFixture()
        log = keeping.context.log
        path = "\(keeping.cacheDirectory)/compat.key"
        try keeping.context.cache.prepare()
    }

    @Test func `the key stays the same after a restart`() {
        let first = CompatKey.load(from: keeping.context.cache, log)
        #expect(first.count == 32)
        #expect(CompatKey.load(from: keeping.context.cache, log).array == first.array)
    }

    /// Paths made of an empty or a short key could be computed by anybody.
    @Test(arguments: [0, 1, 31, 33])
    func `a key of another length is replaced`(length: Int) throws {
        try File.replace(path, with: [UInt8](repeating: 7, count: length).span)
        let key = CompatKey.load(from: keeping.context.cache, log)
        #expect(key.count == 32 && Set(key.array).count > 1)
        #expect(CompatKey.load(from: keeping.context.cache, log).array == key.array)
    }

    @Test func `a folder that others may enter gives and gets no key`() throws {
        let kept = CompatKey.load(from: keeping.context.cache, log)
        try setMode(0o777, of: keeping.cacheDirectory)
        #expect(CompatKey.load(from: keeping.context.cache, log).array != kept.array)
        try setMode(0o700, of: keeping.cacheDirectory)
        #expect(CompatKey.load(from: keeping.context.cache, log).array == kept.array)
    }
}
