internal import CLinux
internal import Glibc

/// What is done with paths.
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

    /// Moves a file out of the way, to be looked at later; an existing `destination` is not touched but an
    /// error.
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

    /// Where a symbolic link leads.
    ///
    /// An empty path means the link that was opened as `folder`.
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

    /// Makes a directory with exactly this mode, whatever the umask; one that is there already is an error.
    package static func makeDirectory(_ path: String, mode: UInt32) throws(SystemError) {
        _ = try unsafe withPath(path, "mkdir") { text in retrying { unsafe mkdir(text, mode & 0o700) } }
        _ = try unsafe withPath(path, "chmod") { text in retrying { unsafe chmod(text, mode) } }
    }

    /// Removes an empty directory.
    package static func removeDirectory(_ path: String) throws(SystemError) {
        _ = try unsafe withPath(path, "rmdir") { text in retrying { unsafe rmdir(text) } }
    }

    /// Opens a directory, to hold on to it while paths change.
    static func openDirectory(_ path: String) throws(SystemError) -> Descriptor {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        return Descriptor(
            owning: try unsafe withPath(path, "open") { text in retrying { unsafe Glibc.open(text, flags) } })
    }
}
