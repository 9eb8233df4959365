internal import Bytes
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

    private let directory: String

    /// Checks that nobody else can put files there, or replace the folder or one above it.
    init(directory: String) throws(SystemError) {
        if try FileStatus.existing(at: directory) == nil { try File.makeDirectory(directory, mode: 0o700) }
        try File.checkPrivate(directory)
        self.directory = directory
    }

    func lock(_ profile: String) throws(SystemError) -> Descriptor? {
        let file = try LockFile.open("\(directory)/\(profile).lock")
        guard try file.tryLock(.exclusive) else { return nil }
        try removeLeftovers(of: profile)
        return consume file
    }

    /// What a writer left that was killed before its rename.
    ///
    /// Only the holder of the lock writes, so nobody needs it any more.
    private func removeLeftovers(of profile: String) throws(SystemError) {
        let prefix = ".\(profile).token."
        for name in try File.names(in: directory) where name.hasPrefix(prefix) {
            // A name may have dots, so that of another profile may begin with this one's.
            if !name.dropFirst(prefix.count).contains(".") { try File.remove("\(directory)/\(name)") }
        }
    }

    func load(_ owner: CacheRecord.Owner) throws(SystemError) -> Loaded {
        let path = self.path(of: owner)
        guard let status = try FileStatus.existing(at: path) else { return .nothing }
        // What cannot be read now, for want of descriptors perhaps, is still there later.
        guard status.kind == .regular, status.size <= CacheRecord.maximumLength else {
            return try setAside(path, .torn)
        }
        var bytes = try File.contents(of: path, atMost: CacheRecord.maximumLength, followingLinks: false)
        defer { bytes.wipe() }
        do throws(CacheRecord.Problem) {
            return .credential(try CacheRecord.read(bytes.span, for: owner))
        } catch {
            return try setAside(path, error)
        }
    }

    /// Of those that were set aside the last one stays.
    private func setAside(_ path: String, _ problem: CacheRecord.Problem) throws(SystemError) -> Loaded {
        let aside = "\(path).\(problem.suffix)"
        if try FileStatus.existing(at: aside) != nil { try File.remove(aside) }
        try File.setAside(path, as: aside)
        return .setAside(as: aside, reason: problem.reason)
    }

    func store(_ credential: Credential, of owner: CacheRecord.Owner) throws(SystemError) {
        var record = ByteBuffer(capacity: 4_096)
        defer { record.wipe() }
        CacheRecord.write(credential, of: owner, to: &record)
        try File.replace(path(of: owner), with: record.span)
    }

    func remove(_ owner: CacheRecord.Owner) throws(SystemError) {
        guard try FileStatus.existing(at: path(of: owner)) != nil else { return }
        try File.remove(path(of: owner))
    }

    private func path(of owner: CacheRecord.Owner) -> String {
        "\(directory)/\(owner.profile).token"
    }
}

extension CacheRecord.Problem {
    fileprivate var suffix: String {
        switch self {
        case .torn: "damaged"
        case .otherFormat: "other-format"
        case .otherProfile: "other-source"
        }
    }

    fileprivate var reason: String {
        switch self {
        case .torn: "it is damaged"
        case .otherFormat: "another version wrote it"
        case .otherProfile: "it is of another profile or source"
        }
    }
}
