internal import Bytes
internal import Hashing
internal import Kernel
internal import Tokens

/// The folder where tokens wait for the next start, one file for each profile, and a lock beside it.
///
/// Whoever holds the lock fetches; whoever gets it second reads what the first wrote.
struct TokenCache {
    enum Loaded {
        case nothing
        case credential(Credential)
        /// What was there is no token of this profile; it is kept under another name.
        case setAside(as: String, reason: String)
    }

    static let suffix = ".token"

    let directory: String
    /// With it nothing is written but sealed.
    let key: CacheKey?

    init(directory: String, key: CacheKey? = nil) {
        self.directory = directory
        self.key = key
    }

    /// Makes the folder, and checks that nobody else can put files there, or replace the folder or one above it.
    ///
    /// Each use begins with it: the daemon starts without a cache, and has one as soon as the folder is good.
    func prepare() throws(SystemError) {
        if try FileStatus.existing(at: directory) == nil { try File.makeDirectory(directory, mode: 0o700) }
        try File.checkPrivate(directory)
    }

    func lock(_ profile: String) throws(SystemError) -> CacheLock? {
        try prepare()
        let file = try LockFile.open(lockPath(of: profile))
        guard try file.tryLock() else { return nil }
        try removeLeftovers(of: profile)
        return CacheLock(file)
    }

    /// What writers left that were killed before their rename, of all profiles that no other process writes now.
    func removeLeftovers() throws(SystemError) {
        try prepare()
        let unfinished = try File.names(in: directory).compactMap(FileReplacement.target)
        for name in Set(unfinished) where name.hasSuffix(TokenCache.suffix) {
            _ = try lock(String(name.dropLast(TokenCache.suffix.utf8.count)))
        }
    }

    /// Only the holder of the lock writes, so nobody needs them any more.
    private func removeLeftovers(of profile: String) throws(SystemError) {
        try FileReplacement.removeLeftovers(of: path(of: profile))
    }

    /// The number of the last snapshot of a profile, whatever its source was, and whether it came to the disk or not.
    ///
    /// It stands in the file of the lock, which stays when a token is forgotten.
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
        try CacheError.file(prepare)
        let path = self.path(of: owner.profile)
        let found = try CacheError.file { () throws(SystemError) in try FileStatus.existing(at: path) }
        guard let found else { return .nothing }
        guard found.kind == .regular, found.size <= SealedRecord.maximumLength else {
            return try setAside(path, .torn)
        }
        // What cannot be read now, for want of descriptors or of the key perhaps, is still there later.
        let bytes = try CacheError.file { () throws(SystemError) in
            try File.contents(of: path, atMost: SealedRecord.maximumLength, followingLinks: false)
        }
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

    /// Of those that were set aside the last one stays.
    private func setAside(_ path: String, _ problem: CacheRecord.Problem) throws(CacheError) -> Loaded {
        let aside = "\(path).\(problem.suffix)"
        try CacheError.file { () throws(SystemError) in
            if try FileStatus.existing(at: aside) != nil { try File.remove(aside) }
            try File.setAside(path, as: aside)
        }
        return .setAside(as: aside, reason: problem.reason)
    }

    /// The file that is to take the place of the present one, with all its bytes.
    func replacement(with credential: Credential, of owner: CacheRecord.Owner) throws(CacheError)
        -> FileReplacement
    {
        var record = ByteBuffer(capacity: 4_096)
        CacheRecord.write(credential, of: owner, to: &record)
        return try replacement(with: record.span, of: owner.profile)
    }

    /// Sealed where there is a key; without one that should be there nothing is written.
    func replacement(with record: Span<UInt8>, of profile: String) throws(CacheError) -> FileReplacement {
        try CacheError.file(prepare)
        guard let key = try sealingKey(beside: [profile + TokenCache.suffix]) else {
            return try fill(path(of: profile), with: record)
        }
        var nonce = ByteBuffer(capacity: AES256GCM.nonceLength)
        Randomness.append(AES256GCM.nonceLength, to: &nonce)
        let sealed = SealedRecord.seal(record, of: profile, nonce: nonce.span, with: key)
        return try fill(path(of: profile), with: sealed.span)
    }

    private func fill(_ path: String, with bytes: Span<UInt8>) throws(CacheError) -> FileReplacement {
        try CacheError.file { () throws(SystemError) in
            let file = try FileReplacement(of: path)
            try file.write(bytes)
            return file
        }
    }

    /// The file, and what a killed writer left of another.
    func remove(_ owner: CacheRecord.Owner) throws(SystemError) {
        try prepare()
        try removeLeftovers(of: owner.profile)
        guard try FileStatus.existing(at: path(of: owner.profile)) != nil else { return }
        try File.remove(path(of: owner.profile))
    }

    private func path(of profile: String) -> String {
        "\(directory)/\(profile)\(TokenCache.suffix)"
    }

    private func lockPath(of profile: String) -> String {
        "\(directory)/\(profile).lock"
    }
}

/// The right to fetch for a profile and to write its file, among all processes that share the folder.
final class CacheLock {
    private let file: Descriptor

    fileprivate init(_ file: consuming Descriptor) {
        self.file = file
    }
}

extension CacheRecord.Problem {
    /// Of the name under which the file is kept.
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
