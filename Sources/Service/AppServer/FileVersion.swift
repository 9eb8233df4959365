internal import Kernel

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
        let folder = try FileVersion.openFolder(of: path)
        if isForServer { try? file?.lockForReading(at: 0) }
        self.status = status
        self.file = consume file
        self.folder = consume folder
        place = path.place
    }

    /// `nil`: it is not there, or this user may not read it.
    private static func openFolder(of path: String) throws(SystemError) -> Descriptor? {
        do throws(SystemError) {
            return try File.openDirectory(path.folder)
        } catch {
            guard error.isResourceShortage else { return nil }
            throw error
        }
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
    /// The folder of this absolute path.
    var folder: String {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")), slash != startIndex else { return "/" }
        return String(self[..<slash])
    }

    /// A byte of the folder that stands for this file, as other servers may have files in it.
    fileprivate var place: Int64 {
        Int64(
            utf8.reduce(into: 2_166_136_261 as UInt32) { hash, byte in
                hash = (hash ^ UInt32(byte)) &* 16_777_619
            })
    }
}
