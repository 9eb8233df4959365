internal import Kernel
internal import Records
package import Systemd
package import Tokens

/// The places where the token of one profile waits for the next start, and the numbers of its keys.
package protocol TokenStorage {
    var owner: CacheRecord.Owner { get }
    var writer: CacheWriter { get }

    /// The number of the last key, even of one that did not reach the disk; 0: there was none.
    var lastGeneration: Int { get }
    /// Returns a number larger than `last` that no other key of the profile has.
    func nextGeneration(after last: Int) -> Int
    /// Takes the right to fetch; `false` while another process has it.
    func lock(_ lock: inout CacheLock?) -> Bool
    /// The token that the last process left with systemd.
    func inherited(from passed: inout PassedDescriptors) -> Credential?
    /// The token of the cache file, or the one that is being written to it.
    func load() -> Credential?
    func store(_ credential: Credential, under lock: CacheLock?)
    /// Writes a token that the file should have already.
    func storeLater(_ credential: Credential)
    /// Gives the token of the file to systemd too.
    func keepInMemory(_ credential: Credential)
    /// Called when the file holds a token that another process wrote.
    func noteCached()
    /// Removes the token; returns a warning about the place that could not be cleared.
    func forget() -> String?
}

extension TokenStorage {
    package var lastGeneration: Int { writer.lastGeneration(of: owner) }

    package func nextGeneration(after last: Int) -> Int { writer.beginGeneration(after: last, of: owner) }

    /// Without a lock file the fetch continues unlocked.
    package func lock(_ lock: inout CacheLock?) -> Bool {
        if lock != nil { return true }
        do throws(SystemError) {
            lock = try writer.lock(owner)
            return lock != nil
        } catch {
            return true
        }
    }

    package func inherited(from passed: inout PassedDescriptors) -> Credential? { nil }
    package func keepInMemory(_ credential: Credential) {}
}

/// For a key that is nowhere but in its own files, or a profile that has no token: only the numbers.
package struct KeyStorage: TokenStorage {
    package let owner: CacheRecord.Owner
    package let writer: CacheWriter

    package init(_ owner: CacheRecord.Owner, _ writer: CacheWriter) {
        self.owner = owner
        self.writer = writer
    }

    package func load() -> Credential? { nil }
    package func store(_ credential: Credential, under lock: CacheLock?) {}
    package func storeLater(_ credential: Credential) {}
    package func noteCached() {}
    package func forget() -> String? { nil }
}

/// For a scoped token: a file that no other process shares, without a note of its number.
///
/// systemd keeps a limited number of descriptors, so it gets none of these tokens.
package struct SessionStorage: TokenStorage {
    package let owner: CacheRecord.Owner
    package let writer: CacheWriter

    package init(_ owner: CacheRecord.Owner, _ writer: CacheWriter) {
        self.owner = owner
        self.writer = writer
    }

    package var lastGeneration: Int { 0 }

    /// The time makes it differ from one before a restart.
    package func nextGeneration(after last: Int) -> Int { max(last + 1, writer.clock.milliseconds()) }

    package func lock(_ lock: inout CacheLock?) -> Bool { true }

    package func load() -> Credential? { writer.load(owner) }

    package func store(_ credential: Credential, under lock: CacheLock?) {
        writer.store(credential, of: owner, under: lock)
    }

    package func storeLater(_ credential: Credential) { writer.storeLater(credential, of: owner) }

    package func noteCached() { writer.noteCached(owner) }

    package func forget() -> String? {
        writer.remove(owner)
        return nil
    }
}

/// For the token of a profile: a file that other processes share, and the memory of systemd.
package struct ProfileStorage: TokenStorage {
    package let owner: CacheRecord.Owner
    package let writer: CacheWriter

    package init(_ owner: CacheRecord.Owner, _ writer: CacheWriter) {
        self.owner = owner
        self.writer = writer
    }

    package func inherited(from passed: inout PassedDescriptors) -> Credential? {
        do throws(CacheRecord.Problem) {
            return try SystemdTokens.take(owner, from: &passed)
        } catch {
            writer.log.write(.unexpected("\(owner.profile): the token that systemd kept cannot be used"))
            return nil
        }
    }

    package func load() -> Credential? { writer.load(owner) }

    package func store(_ credential: Credential, under lock: CacheLock?) {
        writer.store(credential, of: owner, under: lock)
        keepInMemory(credential)
    }

    package func storeLater(_ credential: Credential) { writer.storeLater(credential, of: owner) }

    package func keepInMemory(_ credential: Credential) {
        do throws(SystemError) {
            try SystemdTokens.keep(credential, of: owner)
        } catch {
            writer.log.write(.unexpected("\(owner.profile): systemd does not keep the token: \(error)"))
        }
    }

    package func noteCached() { writer.noteCached(owner) }

    package func forget() -> String? {
        writer.remove(owner)
        do throws(SystemError) {
            try SystemdTokens.forget(owner.profile)
            return nil
        } catch {
            let warning = "systemd still keeps the token that was forgotten: \(error)"
            writer.log.write(.unexpected("\(owner.profile): \(warning)"))
            return warning
        }
    }
}
