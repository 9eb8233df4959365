internal import CLinux
internal import Glibc

/// Operations on paths.
package enum File {
    package static func remove(_ path: String) throws(SystemError) {
        let parts = try FilePath(path)
        let folder = try parts.openFolder()
        let number = folder.number
        let result = unsafe parts.name.withCString { name in
            retrying { unsafe unlinkat(number, name, 0) }
        }
        try SystemError.check(result, "unlink", path)
    }

    /// Renames a file to keep it for inspection; fails if `destination` exists.
    package static func setAside(_ path: String, as destination: String) throws(SystemError) {
        guard !destination.utf8.contains(0) else {
            throw SystemError(call: "rename", code: EINVAL, path: path)
        }
        _ = try unsafe withPath(path, "rename") { from in
            unsafe destination.withCString { to in
                retryingShim { unsafe linux_rename_without_replacing(AT_FDCWD, from, to) }
            }
        }
    }

    /// Returns the target of a symbolic link.
    ///
    /// An empty path means the link that is open as `folder`.
    package static func target(ofLink path: String, in folder: Int32 = AT_FDCWD) throws(SystemError) -> String
    {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = try unsafe withPath(path, "readlink") { link in
            unsafe target.withUnsafeMutableBytes { room in
                let text = unsafe room.assumingMemoryBound(to: CChar.self).baseAddress.unsafelyUnwrapped
                return Int32(
                    truncatingIfNeeded: retrying { unsafe readlinkat(folder, link, text, room.count) })
            }
        }
        return String(decoding: target.prefix(Int(length)), as: UTF8.self)
    }

    /// Creates a directory with exactly this mode, whatever the umask; fails if it exists.
    package static func makeDirectory(_ path: String, mode: UInt32) throws(SystemError) {
        _ = try unsafe withPath(path, "mkdir") { text in retrying { unsafe mkdir(text, mode & 0o700) } }
        _ = try unsafe withPath(path, "chmod") { text in retrying { unsafe chmod(text, mode) } }
    }

    /// Fails with the reason if this process cannot make or replace the file.
    package static func checkReplaceable(_ path: String) throws(SystemError) {
        let folder = try FilePath(path).openFolder()
        let number = folder.number
        // For a folder of another user the kernel would not say that the mount is read-only.
        var mount = statvfs()
        try SystemError.check(retrying { unsafe fstatvfs(number, &mount) }, "statvfs", path)
        guard mount.f_flag & UInt(ST_RDONLY) == 0 else {
            throw SystemError(call: "write", code: EROFS, path: path)
        }
        let result = retrying { unsafe faccessat(number, ".", W_OK | X_OK, AT_EACCESS) }
        try SystemError.check(result, "write", path)
    }

    /// Opens a directory, to refer to it even if paths change.
    package static func openDirectory(_ path: String) throws(SystemError) -> Descriptor {
        try Descriptor(opening: path, O_RDONLY | O_DIRECTORY)
    }

    /// Returns the names in a directory, without `.` and `..`, in the order of their bytes.
    package static func names(in path: String) throws(SystemError) -> [String] {
        try names(in: try openDirectory(path), as: path)
    }

    /// Does the same for an open directory; an error names `path`.
    static func names(in folder: consuming Descriptor, as path: String) throws(SystemError) -> [String] {
        let names = try entries(of: folder, as: path) { name, _, _ in name }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// A directory, as its parent lists it.
    struct Folder {
        let name: String
        let inode: UInt64
    }

    /// Returns the directories in a directory, in no order.
    static func folders(in path: String) throws(SystemError) -> [Folder] {
        try entries(of: try openDirectory(path), as: path) { name, kind, inode in
            kind == UInt8(DT_DIR) ? Folder(name: name, inode: inode) : nil
        }
    }

    private static func entries<Entry>(
        of folder: consuming Descriptor, as path: String, read: (String, UInt8, UInt64) -> Entry?
    ) throws(SystemError) -> [Entry] {
        let directory = folder.release()
        guard let stream = unsafe fdopendir(directory) else {
            let code = errno
            close(directory)
            throw SystemError(call: "fdopendir", code: code, path: path)
        }
        defer { unsafe closedir(stream) }
        var entries: [Entry] = []
        // Only errno tells the end from an error.
        errno = 0
        while let entry = unsafe readdir(stream) {
            let name = unsafe name(of: entry)
            if name != ".", name != "..",
                let found = unsafe read(name, entry.pointee.d_type, UInt64(entry.pointee.d_ino))
            {
                entries.append(found)
            }
            errno = 0
        }
        guard errno == 0 else { throw SystemError(call: "readdir", code: errno, path: path) }
        return entries
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        unsafe withUnsafeBytes(of: &entry.pointee.d_name) { field in
            unsafe String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Whether every user can read the file: its mode allows it, and so do the modes of all parent folders.
    package static func isReadableForAll(_ path: String) throws(SystemError) -> Bool {
        let file = try open(path)
        guard try FileStatus(of: file).mode & 0o004 != 0 else { return false }
        // The kernel returns a path without links.
        var folder = try target(ofLink: "/proc/self/fd/\(file.number)")
        while let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
            folder = String(folder[..<slash])
            guard try FileStatus(ofLink: folder).mode & 0o001 != 0 else { return false }
        }
        return true
    }
}
