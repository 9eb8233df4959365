internal import Glibc

/// A new version of a folder of files, made beside it: its path is a link, which is replaced as one.
///
/// A reader that opens the folder once sees the files of one version. The version before it stays until the next
/// replacement, so that such a reader can finish. Each step is a method, in the order of use. If the value ends before
/// `install`, it removes what it made.
package struct FolderReplacement: ~Copyable, Sendable {
    private let path: FilePath
    private let name: String
    private let linkName: String
    private let parent: Descriptor
    private let folder: Descriptor
    private var isInstalled = false

    /// Removes the version before the present one, and creates the folder, which only its owner can open yet.
    ///
    /// It refuses to replace anything but a link, because another program made it, and to write where another user could
    /// exchange the folder while it is filled.
    package init(of path: String) throws(SystemError) {
        let parts = try FilePath(path)
        if let present = try FileStatus.existing(at: path), present.kind != .symbolicLink {
            throw SystemError(call: "replace", code: ENOTSUP, path: path)
        }
        try FolderReplacement.removeOthers(of: path)
        let parent = try parts.openReadableFolder()
        let name = FileReplacement.temporaryName(for: parts.name)
        folder = try FolderReplacement.make(name, in: parent, as: path)
        linkName = FileReplacement.temporaryName(for: parts.name)
        self.parent = parent
        self.name = name
        self.path = parts
    }

    deinit {
        guard !isInstalled else { return }
        _ = unsafe unlinkat(parent.number, linkName, 0)
        // The next replacement removes a rest that cannot be removed now.
        try? FolderReplacement.remove(name, in: parent, as: path.whole)
    }

    /// The mode that lets its owner fill and remove the folder; the umask of a process may allow less.
    private static let ownersAccess = FileAccess(mode: 0o700)

    private static func make(
        _ name: String, in parent: borrowing Descriptor, as path: String
    ) throws(SystemError) -> Descriptor {
        let number = parent.number
        try SystemError.check(retrying { unsafe mkdirat(number, name, 0o700) }, "mkdir", path)
        do throws(SystemError) {
            let folder = try open(name, in: parent, as: path)
            try folder.set(ownersAccess, as: path)
            return folder
        } catch {
            _ = unlink(name, in: parent, AT_REMOVEDIR)
            throw error
        }
    }

    /// Adds a file with its final mode and owner, and syncs it.
    package func add(_ file: String, _ bytes: Span<UInt8>, for access: FileAccess) throws(SystemError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
        let made = try Descriptor(opening: file, in: folder, flags, mode: 0o600, as: path.whole)
        try made.writeAll(bytes)
        try made.set(access, as: path.whole)
        try check(retrying { fsync(made.number) }, "fsync")
    }

    /// Lets the readers open the folder.
    package func open(to access: FileAccess) throws(SystemError) {
        try folder.set(access.ofFolder, as: path.whole)
        try check(retrying { fsync(folder.number) }, "fsync")
    }

    /// Makes a link to the folder beside the present one.
    package func link() throws(SystemError) {
        try check(retrying { unsafe symlinkat(name, parent.number, linkName) }, "symlink")
    }

    /// Replaces the link.
    package mutating func install() throws(SystemError) {
        let number = parent.number
        try check(retrying { unsafe renameat(number, linkName, number, path.name) }, "rename")
        isInstalled = true
        try check(retrying { fsync(number) }, "fsync")
    }

    private func check(_ result: Int32, _ call: StaticString) throws(SystemError) {
        try SystemError.check(result, call, path.whole)
    }
}

// Versions that are no longer read, or that a killed writer left.
extension FolderReplacement {
    /// Removes the link and all versions; returns whether there was a link.
    package static func remove(_ path: String) throws(SystemError) -> Bool {
        let isLink = try FileStatus.existing(at: path)?.kind == .symbolicLink
        if isLink { try File.remove(path) }
        try removeOthers(of: path)
        return isLink
    }

    /// Removes all versions but the present one; no other process may be writing the folder at this time.
    private static func removeOthers(of path: String) throws(SystemError) {
        let parts = try FilePath(path)
        let parent = try parts.openReadableFolder()
        // Another user could give a folder that is not ours such a name.
        try File.checkExclusive(parent, as: parts.directory)
        let present = try? File.target(ofLink: parts.name, in: parent.number)
        for name in try File.names(in: parts.directory)
        where name != present && FileReplacement.target(ofTemporary: name) == parts.name {
            try remove(name, in: parent, as: path)
        }
    }

    /// Removes a folder with its files, or a link.
    private static func remove(
        _ name: String, in parent: borrowing Descriptor, as path: String
    ) throws(SystemError) {
        let result = unlink(name, in: parent)
        guard result == -EISDIR else {
            try SystemError.check(result, "unlink", path)
            return
        }
        let folder = try open(name, in: parent, as: path)
        try folder.set(ownersAccess, as: path)
        for file in try File.names(in: try open(".", in: folder, as: path), as: path) {
            try SystemError.check(unlink(file, in: folder), "unlink", path)
        }
        try SystemError.check(unlink(name, in: parent, AT_REMOVEDIR), "rmdir", path)
    }

    private static func open(
        _ name: String, in parent: borrowing Descriptor, as path: String
    ) throws(SystemError) -> Descriptor {
        try Descriptor(opening: name, in: parent, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, as: path)
    }

    private static func unlink(
        _ name: String, in folder: borrowing Descriptor, _ flags: Int32 = 0
    ) -> Int32 {
        let number = folder.number
        return retrying { unsafe unlinkat(number, name, flags) }
    }
}
