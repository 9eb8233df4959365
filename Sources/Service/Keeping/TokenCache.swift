internal import Bytes
internal import Hashing
package import Kernel
internal import Time
internal import Tokens

/// The folder with the tokens for the next start: a file and a lock for each profile.
///
/// The process that holds the lock fetches; the next one to get it reads the token that the first one wrote.
package struct TokenCache {
    enum Loaded {
        case nothing
        case credential(Credential)
        /// The file held no token of this profile, and was renamed.
        case setAside(as: String, reason: String)
    }

    static let suffix = ".token"
    /// The longest life of a token of STS, in seconds.
    private static let longestLife: Int64 = 43_200

    package let directory: String
    /// With a key, every file is sealed.
    let key: CacheKey?

    package init(directory: String, key: CacheKey? = nil) {
        self.directory = directory
        self.key = key
    }

    /// Makes the folder, and checks that no other user can write there or replace the folder or one above it.
    ///
    /// Called before every use, so that a daemon that started without a cache has one as soon as the folder is usable.
    package func prepare() throws(SystemError) {
        if try FileStatus.existing(at: directory) == nil { try File.makeDirectory(directory, mode: 0o700) }
        try File.checkPrivate(directory)
    }

    /// Checks the folder as `prepare` does, and makes nothing.
    ///
    /// Root may try it for another user, to whom the folder must belong then.
    package func tryFolder() throws(SystemError) {
        guard let status = try FileStatus.existing(at: directory) else {
            return try File.checkReplaceable(directory)
        }
        if ThisProcess.user != 0 || status.user == 0 { try File.checkPrivate(directory) }
        try File.checkReplaceable(sealingMark)
    }

    func lock(_ profile: String) throws(SystemError) -> CacheLock? {
        try prepare()
        let file = try LockFile.open(lockPath(of: profile))
        guard try file.tryLock() else { return nil }
        try removeLeftovers(of: profile)
        return CacheLock(file)
    }

    /// Removes the temporary files of killed writers, except of profiles that another process writes now.
    func removeLeftovers() throws(SystemError) {
        try prepare()
        let unfinished = try File.names(in: directory).compactMap(FileReplacement.target)
        for name in Set(unfinished) where name.hasSuffix(TokenCache.suffix) {
            _ = try lock(String(name.dropLast(TokenCache.suffix.utf8.count)))
        }
    }

    /// Safe under the lock, because only its holder writes.
    private func removeLeftovers(of profile: String) throws(SystemError) {
        try FileReplacement.removeLeftovers(of: path(of: profile))
    }

    /// The last generation of a profile, from any source, whether its token reached the disk or not.
    ///
    /// It is stored in the lock file, which stays when a token is removed.
    func lastGeneration(of profile: String) -> Int {
        guard (try? prepare()) != nil else { return 0 }
        let found = NumberFile.read(lockPath(of: profile)) ?? 0
        return CacheRecord.generations.contains(found) ? found : 0
    }

    func note(_ generation: Int, of profile: String) throws(SystemError) {
        try prepare()
        try NumberFile.write(generation, to: lockPath(of: profile))
    }

    func load(_ owner: CacheRecord.Owner) throws(CacheError) -> Loaded {
        try CacheError.file(prepare())
        let path = self.path(of: owner.profile)
        guard let found = try CacheError.file(FileStatus.existing(at: path)) else { return .nothing }
        guard found.kind == .regular, found.size <= SealedRecord.maximumLength else {
            return try setAside(path, .torn)
        }
        // A file that cannot be read without descriptors or the key stays for later.
        let bytes = try CacheError.file(
            File.contents(of: path, atMost: SealedRecord.maximumLength, followingLinks: false))
        guard SealedRecord.isSealed(bytes.span) else { return try read(bytes.span, for: owner) }
        guard let key = try key?.read() else {
            try markAsSealed()
            throw .keyIsMissing(for: directory)
        }
        do throws(CacheRecord.Problem) {
            let record = try SealedRecord.open(bytes.span, of: owner.profile, with: key)
            return .credential(try CacheRecord.read(record.span, for: owner))
        } catch {
            return try setAside(path, error)
        }
    }

    private func read(_ record: Span<UInt8>, for owner: CacheRecord.Owner) throws(CacheError) -> Loaded {
        do throws(CacheRecord.Problem) {
            return .credential(try CacheRecord.read(record, for: owner))
        } catch {
            return try setAside(path(of: owner.profile), error)
        }
    }

    /// Renames the file; an earlier one of that name is replaced.
    private func setAside(_ path: String, _ problem: CacheRecord.Problem) throws(CacheError) -> Loaded {
        let aside = "\(path).\(problem.suffix)"
        if try CacheError.file(FileStatus.existing(at: aside)) != nil {
            try CacheError.file(File.remove(aside))
        }
        try CacheError.file(File.setAside(path, as: aside))
        return .setAside(as: aside, reason: problem.reason)
    }

    /// Writes the file that will replace the present one.
    func replacement(with credential: Credential, of owner: CacheRecord.Owner) throws(CacheError)
        -> FileReplacement
    {
        var record = ByteBuffer(capacity: 4_096)
        CacheRecord.write(credential, of: owner, to: &record)
        return try replacement(with: record.span, of: owner.profile)
    }

    /// Sealed with the key if one is configured; fails if it is missing.
    func replacement(with record: Span<UInt8>, of profile: String) throws(CacheError) -> FileReplacement {
        try CacheError.file(prepare())
        guard let key = try sealingKey(beside: [profile + TokenCache.suffix]) else {
            return try fill(path(of: profile), with: record)
        }
        let nonce = Randomness.bytes(AES256GCM.nonceLength)
        let sealed = SealedRecord.seal(record, of: profile, nonce: nonce.span, with: key)
        return try fill(path(of: profile), with: sealed.span)
    }

    private func fill(_ path: String, with bytes: Span<UInt8>) throws(CacheError) -> FileReplacement {
        let file = try CacheError.file(FileReplacement(of: path))
        try CacheError.file(file.write(bytes))
        return file
    }

    /// Removes the file, and the temporary files of killed writers.
    func remove(_ owner: CacheRecord.Owner) throws(SystemError) {
        try prepare()
        try removeLeftovers(of: owner.profile)
        guard try FileStatus.existing(at: path(of: owner.profile)) != nil else { return }
        try File.remove(path(of: owner.profile))
    }

    /// The name under which the file of a scoped token is stored; no profile has one with `@`.
    static func scopedName(of profile: String, _ fingerprint: String) -> String {
        "\(profile)@\(fingerprint)"
    }

    /// The names under which scoped tokens of the profile are stored.
    func scopedTokens(of profile: String) throws(SystemError) -> [String] {
        try prepare()
        return try File.names(in: directory).filter {
            $0.hasPrefix("\(profile)@") && $0.hasSuffix(TokenCache.suffix)
        }.map { String($0.dropLast(TokenCache.suffix.utf8.count)) }
    }

    /// Removes the files of scoped tokens that have expired, because no program may ask for them again.
    func removeExpiredScopedTokens(at now: Timestamp) throws(SystemError) {
        try prepare()
        for name in try File.names(in: directory) where name.utf8.contains(UInt8(ascii: "@")) {
            let path = "\(directory)/\(name)"
            guard let status = try FileStatus.existing(at: path) else { continue }
            let written = Timestamp(secondsSince1970: status.changedAt / 1_000_000_000)
            if written + TokenCache.longestLife < now { try File.remove(path) }
        }
    }

    private func path(of profile: String) -> String {
        "\(directory)/\(profile)\(TokenCache.suffix)"
    }

    private func lockPath(of profile: String) -> String {
        "\(directory)/\(profile).lock"
    }
}

/// The exclusive right to fetch for a profile and to write its file, among all processes that share the folder.
final class CacheLock {
    private let file: Descriptor

    fileprivate init(_ file: consuming Descriptor) {
        self.file = file
    }
}

extension CacheRecord.Problem {
    /// The suffix of the renamed file.
    var suffix: String {
        switch self {
        case .torn: "damaged"
        case .otherFormat: "other-format"
        case .otherProfile: "other-source"
        case .otherKey: "other-key"
        }
    }

    fileprivate var reason: String {
        switch self {
        case .torn: "it is damaged"
        case .otherFormat: "another version wrote it"
        case .otherProfile: "it is of another profile or source"
        case .otherKey: "it is damaged, or CacheKey= is not the key that sealed it"
        }
    }
}

extension TokenCache {
    /// With a key: seals tokens that were written without one, and removes other files with plain text.
    ///
    /// Returns the removed files.
    func sealLeftovers() throws(CacheError) -> [String] {
        try CacheError.file(prepare())
        let names = try CacheError.file(File.names(in: directory))
        // Without a usable key nothing is touched.
        guard try sealingKey(beside: names.filter(TokenCache.isToken)) != nil else { return [] }
        var removed: [String] = []
        for name in names {
            if TokenCache.isToken(name) {
                try sealToken(of: String(name.dropLast(TokenCache.suffix.utf8.count)))
            } else if TokenCache.isSetAside(name), try !isSealed(name) {
                try CacheError.file(File.remove("\(directory)/\(name)"))
                removed.append("\(directory)/\(name)")
            }
        }
        return removed
    }

    private var sealingMark: String { "\(directory)/.sealed" }

    /// The key to seal with; `nil`: tokens are stored in plain text.
    ///
    /// A folder that ever had a sealed token gets none in plain text: its key may have been lost.
    /// `names`: the files to check, because a copy of the folder may have lost its mark.
    func sealingKey(beside names: [String]) throws(CacheError) -> AES256GCM? {
        if let key = try key?.read() {
            try markAsSealed()
            return key
        }
        for name in names {
            guard let content = try plainOrSealed(name), SealedRecord.isSealed(content.span) else { continue }
            try markAsSealed()
        }
        guard try CacheError.file(FileStatus.existing(at: sealingMark)) == nil else {
            throw .keyIsMissing(for: directory)
        }
        return nil
    }

    func markAsSealed() throws(CacheError) {
        guard try CacheError.file(FileStatus.existing(at: sealingMark)) == nil else { return }
        try CacheError.file(File.replace(sealingMark, with: ByteBuffer().span))
    }

    private static func isToken(_ name: String) -> Bool {
        name.hasSuffix(suffix) && !name.hasPrefix(".")
    }

    private static func isSetAside(_ name: String) -> Bool {
        CacheRecord.Problem.allCases.contains { name.hasSuffix("\(suffix).\($0.suffix)") }
    }

    private func isSealed(_ name: String) throws(CacheError) -> Bool {
        guard let bytes = try plainOrSealed(name) else { return true }
        return SealedRecord.isSealed(bytes.span)
    }

    /// Skips a file that another process is about to write.
    private func sealToken(of profile: String) throws(CacheError) {
        guard let lock = try CacheError.file(lock(profile)) else { return }
        defer { withExtendedLifetime(lock) {} }
        guard let record = try plainOrSealed(profile + TokenCache.suffix) else { return }
        guard !SealedRecord.isSealed(record.span) else { return }
        var file = try replacement(with: record.span, of: profile)
        try CacheError.file(file.finish())
    }

    /// `nil` for a file that the daemon did not write; `load` sets it aside.
    private func plainOrSealed(_ name: String) throws(CacheError) -> ByteBuffer? {
        let path = "\(directory)/\(name)"
        guard let status = try CacheError.file(FileStatus.existing(at: path)), status.kind == .regular,
            status.size <= SealedRecord.maximumLength
        else { return nil }
        return try CacheError.file(
            File.contents(of: path, atMost: SealedRecord.maximumLength, followingLinks: false))
    }
}
