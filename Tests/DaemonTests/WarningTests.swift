import Settings
import TestSupport
import Testing

@testable import Daemon

/// What `--check` says of a configuration that is right and will not go as it should.
struct WarningTests {
    private let house: House

    init() throws {
        house = try House()
    }

    private func warnings(_ configuration: String) throws -> [String] {
        try house.settings(configuration).warnings
    }

    @Test(arguments: [0, 31, 33])
    func `a key of another length is told with both lengths`(length: Int) throws {
        let path = try house.write(String(repeating: "k", count: length), to: "key")
        let warnings = try warnings("[Daemon]\nCacheKey=\(path)\n")
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("CacheKey=\(path) has \(length) bytes and must have 32") == true)
    }

    @Test func `a key that is not there is told, one that is right is not`() throws {
        let path = house.directory.appending("key")
        #expect(try warnings("[Daemon]\nCacheKey=\(path)\n").first?.contains(path) == true)
        _ = try house.write(String(repeating: "k", count: 32), to: "key")
        #expect(try warnings("[Daemon]\nCacheKey=\(path)\n") == [])
    }

    /// Whoever checks by hand has not the credentials of the unit.
    @Test func `a credential is not missed where nobody hands any over`() throws {
        #expect(try warnings("[Daemon]\nCacheKey=cache-key\n") == [])
    }
}
