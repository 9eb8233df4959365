internal import Bytes
internal import Kernel
internal import Records
internal import Time

/// The content of a file, which is read again after it changed.
final class WatchedFile<Content> {
    /// The key of the configuration that names the file.
    let key: StaticString
    let path: String
    /// The only user beside root that may be able to change the file; `nil`: any.
    private let owner: UInt32?
    private let limit: Int
    private let empty: Content
    private let parse: (Span<UInt8>) throws -> Content
    private(set) var content: Content
    private(set) var readings = 1
    private var version: FileVersion
    /// Whether the content is that of the file as it is now.
    private(set) var isCurrent = true
    private var notice = Repetition()

    /// A missing file has the content `empty`.
    init(
        _ key: StaticString, _ path: String, of owner: UInt32?, atMost limit: Int, else empty: Content,
        parse: @escaping (Span<UInt8>) throws -> Content
    ) throws {
        self.key = key
        self.path = path
        self.owner = owner
        self.limit = limit
        self.empty = empty
        self.parse = parse
        content = empty
        version = try FileVersion(of: path, isForServer: true)
        content = try contents(of: version)
        version.mark(isOutdated: version.file == nil)
    }

    var exists: Bool { version.status != nil }

    /// Reads the file if it changed; after a failure the old content stays in use, and each look tries again.
    func look(at now: Instant, _ log: Log) {
        do {
            if try FileStatus.reached(by: path) != version.status { try read() }
            version.mark(isOutdated: version.file == nil)
            isCurrent = true
        } catch {
            version.mark(isOutdated: true)
            isCurrent = false
            guard let times = notice.happened(at: now) else { return }
            log.write(.fileNotRead(named: "\(key)", reason: "\(error)", times: times))
        }
    }

    private func read() throws {
        let next = try FileVersion(of: path, isForServer: true)
        // A program that replaced the file before it was locked did not see the lock.
        guard try FileStatus.reached(by: path) == next.status else {
            throw InvalidConfiguration(problems: ["\(path) changed while it was read"])
        }
        content = try contents(of: next)
        version = consume next
        readings += 1
    }

    private func contents(of version: borrowing FileVersion) throws -> Content {
        guard let status = version.status else { return empty }
        try File.checkOwner(of: status, at: path, owner)
        do {
            guard let bytes = try version.file?.contents(atMost: limit) else { return empty }
            return try parse(bytes.span)
        } catch {
            throw InvalidConfiguration(problems: ["\(path): \(error)"])
        }
    }
}

/// The version of a file that a server uses, or that a program is about to replace.
///
/// A server locks the file that it read. While there is no file, or it cannot read the present one, it locks the folder, at
/// a place of this file's own. So a program that replaced the file can wait until no server uses what was before.
struct FileVersion: ~Copyable {
    /// `nil`: there was no file.
    let file: Descriptor?
    let status: FileStatus?
    private let folder: Descriptor?
    private let place: Int64

    /// Opens the present version, and locks it for a server.
    ///
    /// A file system without locks is no error here: no program can change the file there.
    init(of path: String, isForServer: Bool = false) throws {
        let status = try FileStatus.reached(by: path)
        let file = status == nil ? nil : try File.open(path)
        // `nil`: it is not there, or this user may not read it.
        let folder = try attempting(File.openDirectory(path.folder))
        if isForServer { try? file?.lockForReading(at: 0) }
        self.status = status
        self.file = consume file
        self.folder = consume folder
        place = path.place
    }

    /// Shows others whether the file is another one than the version in use.
    func mark(isOutdated: Bool) {
        if isOutdated {
            try? folder?.lockForReading(at: place)
        } else {
            try? folder?.unlock(at: place)
        }
    }

    /// Whether a server uses this version or one before it.
    func isInUse() throws(SystemError) -> Bool {
        if try file?.isLockedByOthers(at: 0) == true { return true }
        return try folder?.isLockedByOthers(at: place) == true
    }
}

extension String {
    /// A byte of the folder that stands for this file, as other servers may have files in it.
    fileprivate var place: Int64 {
        Int64(
            utf8.reduce(into: 2_166_136_261 as UInt32) { hash, byte in
                hash = (hash ^ UInt32(byte)) &* 16_777_619
            })
    }
}
